module hocket.dev/bench/channels

go 1.18
