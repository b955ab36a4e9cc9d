#include "server/unread.h"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>

namespace emilia::server {

namespace {

struct Question {
    nlmsghdr head;
    inet_diag_req_v2 body;
};

struct Address {
    unsigned char family = AF_UNSPEC;
    std::uint16_t port = 0;  // as on the wire
    std::array<std::uint32_t, 4> number{};
};

Address address_of(const sockaddr_storage& storage) {
    Address address;
    if (storage.ss_family == AF_INET) {
        sockaddr_in four{};
        std::memcpy(&four, &storage, sizeof four);
        address.family = AF_INET;
        address.port = four.sin_port;
        address.number[0] = four.sin_addr.s_addr;
    } else if (storage.ss_family == AF_INET6) {
        sockaddr_in6 six{};
        std::memcpy(&six, &storage, sizeof six);
        address.family = AF_INET6;
        address.port = six.sin6_port;
        std::memcpy(address.number.data(), &six.sin6_addr, sizeof six.sin6_addr);
        // Who came by the older protocol has an address of that at its own end.
        if (IN6_IS_ADDR_V4MAPPED(&six.sin6_addr)) {
            address.family = AF_INET;
            address.number = {address.number[3], 0, 0, 0};
        }
    }
    return address;
}

std::optional<Question> question_about_peer(int socket) {
    sockaddr_storage own{};
    sockaddr_storage peer{};
    socklen_t own_size = sizeof own;
    socklen_t peer_size = sizeof peer;
    if (getsockname(socket, reinterpret_cast<sockaddr*>(&own), &own_size) != 0 ||
        getpeername(socket, reinterpret_cast<sockaddr*>(&peer), &peer_size) != 0) {
        return std::nullopt;
    }
    // The connection as the other end has it.
    const Address from = address_of(peer);
    const Address to = address_of(own);
    if (from.family == AF_UNSPEC || from.family != to.family) return std::nullopt;
    Question question{};
    question.head.nlmsg_len = sizeof question;
    question.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    question.head.nlmsg_flags = NLM_F_REQUEST;
    question.body.sdiag_family = from.family;
    question.body.sdiag_protocol = IPPROTO_TCP;
    question.body.idiag_states = ~0U;
    question.body.id.idiag_sport = from.port;
    question.body.id.idiag_dport = to.port;
    std::memcpy(question.body.id.idiag_src, from.number.data(), sizeof from.number);
    std::memcpy(question.body.id.idiag_dst, to.number.data(), sizeof to.number);
    question.body.id.idiag_cookie[0] = static_cast<__u32>(INET_DIAG_NOCOOKIE);
    question.body.id.idiag_cookie[1] = static_cast<__u32>(INET_DIAG_NOCOOKIE);
    return question;
}

}  // namespace

Unread::Unread()
    : netlink_(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG)) {}

Unread::~Unread() {
    if (netlink_ >= 0) ::close(netlink_);
}

std::optional<std::uint64_t> Unread::bytes(int socket) const {
    if (netlink_ < 0) return std::nullopt;
    const auto question = question_about_peer(socket);
    if (!question) return std::nullopt;
    if (::send(netlink_, &*question, sizeof *question, 0) != sizeof *question) return std::nullopt;
    // The answer is there when send() returns.
    alignas(nlmsghdr) std::array<char, 4096> answer{};
    const ssize_t size = ::recv(netlink_, answer.data(), answer.size(), 0);
    if (size < static_cast<ssize_t>(NLMSG_LENGTH(sizeof(inet_diag_msg)))) return std::nullopt;
    nlmsghdr head{};
    std::memcpy(&head, answer.data(), sizeof head);
    if (head.nlmsg_type != SOCK_DIAG_BY_FAMILY) return std::nullopt;
    inet_diag_msg found{};
    std::memcpy(&found, answer.data() + NLMSG_HDRLEN, sizeof found);
    return found.idiag_rqueue;
}

ReadingClient::Now::duration ReadingClient::idle_for(Now::time_point now) {
    const auto waiting = unread_.bytes(socket_);
    const std::uint64_t read = waiting && *waiting < sent_ ? sent_ - *waiting : 0;
    if (!waiting || *waiting == 0 || read > read_ || !took_) took_ = now;
    read_ = read;
    return now - *took_;
}

}  // namespace emilia::server
