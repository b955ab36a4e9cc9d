# A program that speaks GTP and gives every game up.
while read -r command rest; do
    case $command in
        genmove) printf '= resign\n\n' ;;
        *) printf '=\n\n' ;;
    esac
done
