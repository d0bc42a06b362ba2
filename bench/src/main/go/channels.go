// Go's channels, doing the tasks of ChannelPeer.java: a line with a task and its numbers on standard
// input is answered with a line that has the sum of what was received.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

type process func() int

var tasks = map[string]func(n []int) int{
	"exchange": func(n []int) int { return exchange(n[0], n[1], n[2]) },
	"chain":    func(n []int) int { return chain(n[0], n[1]) },
	"pairs":    func(n []int) int { return pairs(n[0], n[1]) },
	"choice":   func(n []int) int { return choice(n[0], n[1], n[2]) },
	"mixed":    func(n []int) int { return mixed(n[0], n[1], n[2]) },
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		words := strings.Fields(in.Text())
		fmt.Println(tasks[words[0]](numbers(words[1:])))
	}
}

func numbers(words []string) []int {
	n := make([]int, len(words))
	for i, word := range words {
		number, err := strconv.Atoi(word)
		if err != nil {
			panic(err)
		}
		n[i] = number
	}
	return n
}

func exchange(capacity, pairs, messages int) int {
	channel := make(chan int, capacity)
	var processes []process
	for i := 0; i < pairs; i++ {
		processes = append(processes, sender(channel, messages), receiver(channel, messages))
	}
	return sum(processes)
}

func chain(length, messages int) int {
	channels := channels(length + 1)
	processes := []process{receiver(channels[length], messages)}
	for i := 0; i < length; i++ {
		processes = append(processes, link(channels[i], channels[i+1], messages))
	}
	return sum(append(processes, sender(channels[0], messages)))
}

func pairs(pairs, messages int) int {
	var processes []process
	for _, channel := range channels(pairs) {
		processes = append(processes, sender(channel, messages), receiver(channel, messages))
	}
	return sum(processes)
}

func choice(branches, senders, messages int) int {
	channels := channels(branches)
	var processes []process
	for i := 0; i < senders; i++ {
		processes = append(processes,
			senderToAll(channels, i, messages), repeated(anyOf(nil, channels), messages))
	}
	return sum(processes)
}

func mixed(branches, pairs, messages int) int {
	even, odd := channels(branches/2), channels(branches/2)
	var processes []process
	for i := 0; i < pairs; i++ {
		processes = append(processes,
			repeated(anyOf(even, odd), messages), repeated(anyOf(odd, even), messages))
	}
	return sum(processes)
}

func channels(count int) []chan int {
	channels := make([]chan int, count)
	for i := range channels {
		channels[i] = make(chan int)
	}
	return channels
}

func sender(channel chan int, messages int) process {
	return func() int {
		for i := 0; i < messages; i++ {
			channel <- 1
		}
		return 0
	}
}

func senderToAll(channels []chan int, first, messages int) process {
	return func() int {
		for i := 0; i < messages; i++ {
			channels[(first+i)%len(channels)] <- 1
		}
		return 0
	}
}

func receiver(channel chan int, messages int) process {
	return func() int {
		sum := 0
		for i := 0; i < messages; i++ {
			sum += <-channel
		}
		return sum
	}
}

func link(from, to chan int, messages int) process {
	return func() int {
		for i := 0; i < messages; i++ {
			to <- <-from
		}
		return 0
	}
}

func repeated(step process, times int) process {
	return func() int {
		sum := 0
		for i := 0; i < times; i++ {
			sum += step()
		}
		return sum
	}
}

// sum runs each process as a goroutine, and sums up what they return.
func sum(processes []process) int {
	results := make(chan int, len(processes))
	for _, p := range processes {
		go func(p process) { results <- p() }(p)
	}
	sum := 0
	for range processes {
		sum += <-results
	}
	return sum
}
