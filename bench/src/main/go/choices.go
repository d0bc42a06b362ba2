package main

import "reflect"

// anyOf is one of: sending to any of some channels, receiving from any of others. Choices of 2 and 8
// are select statements, as one would write them; other sizes use reflection.
func anyOf(toSend, toReceive []chan int) process {
	switch s, r := toSend, toReceive; {
	case len(s) == 0 && len(r) == 2:
		return func() int { return receiveOf2(r[0], r[1]) }
	case len(s) == 0 && len(r) == 8:
		return func() int { return receiveOf8((*[8]chan int)(r)) }
	case len(s) == 1 && len(r) == 1:
		return func() int { return mixedOf2(s[0], r[0]) }
	case len(s) == 4 && len(r) == 4:
		return func() int { return mixedOf8((*[4]chan int)(s), (*[4]chan int)(r)) }
	}
	return reflected(toSend, toReceive)
}

func receiveOf2(a, b chan int) int {
	select {
	case v := <-a:
		return v
	case v := <-b:
		return v
	}
}

func mixedOf2(a, b chan int) int {
	select {
	case a <- 1:
		return 0
	case v := <-b:
		return v
	}
}

func receiveOf8(c *[8]chan int) int {
	select {
	case v := <-c[0]:
		return v
	case v := <-c[1]:
		return v
	case v := <-c[2]:
		return v
	case v := <-c[3]:
		return v
	case v := <-c[4]:
		return v
	case v := <-c[5]:
		return v
	case v := <-c[6]:
		return v
	case v := <-c[7]:
		return v
	}
}

func mixedOf8(s, r *[4]chan int) int {
	select {
	case s[0] <- 1:
	case s[1] <- 1:
	case s[2] <- 1:
	case s[3] <- 1:
	case v := <-r[0]:
		return v
	case v := <-r[1]:
		return v
	case v := <-r[2]:
		return v
	case v := <-r[3]:
		return v
	}
	return 0
}

func reflected(toSend, toReceive []chan int) process {
	var cases []reflect.SelectCase
	for _, channel := range toSend {
		cases = append(cases, reflect.SelectCase{
			Dir: reflect.SelectSend, Chan: reflect.ValueOf(channel), Send: reflect.ValueOf(1)})
	}
	for _, channel := range toReceive {
		cases = append(cases,
			reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(channel)})
	}
	return func() int {
		chosen, value, _ := reflect.Select(cases)
		if chosen < len(toSend) {
			return 0
		}
		return int(value.Int())
	}
}
