#pragma once

namespace emilia {

// For tests on random input: the full number of trials, or a tenth where a sanitizer makes each
// slow.
constexpr int trials(int full) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return full / 10;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return full / 10;
#else
    return full;
#endif
#else
    return full;
#endif
}

}  // namespace emilia
