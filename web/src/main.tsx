import "./style.css"; document.title = "Emilia";
