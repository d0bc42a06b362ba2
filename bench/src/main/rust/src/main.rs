//! Channels of crossbeam, doing the tasks of ChannelPeer.java: a line with a task and its numbers on
//! standard input is answered with a line that has the sum of what was received.
//! Each process is a thread of the operating system; crossbeam has no other kind.

use crossbeam_channel::{bounded, Receiver, Select, Sender};
use std::io::{stdin, BufRead};
use std::thread;

type Process = Box<dyn FnOnce() -> i64 + Send>;
type Channel = (Sender<i64>, Receiver<i64>);

/// A stack size that suffices for these processes and allows 20,000 of them.
const STACK_BYTES: usize = 64 * 1024;

fn main() {
    for line in stdin().lock().lines() {
        let line = line.expect("standard input");
        let words: Vec<&str> = line.split_whitespace().collect();
        let n: Vec<usize> = words[1..]
            .iter()
            .map(|word| word.parse().expect("a number"))
            .collect();
        println!(
            "{}",
            match words[0] {
                "exchange" => exchange(n[0], n[1], n[2]),
                "chain" => chain(n[0], n[1]),
                "pairs" => pairs(n[0], n[1]),
                "choice" => choice(n[0], n[1], n[2]),
                "mixed" => mixed(n[0], n[1], n[2]),
                task => panic!("no task is named {task}"),
            }
        );
    }
}

fn exchange(capacity: usize, pairs: usize, messages: usize) -> i64 {
    let (to, from) = bounded(capacity);
    let mut processes = Vec::new();
    for _ in 0..pairs {
        processes.push(sender(to.clone(), messages));
        processes.push(receiver(from.clone(), messages));
    }
    sum(processes)
}

fn chain(length: usize, messages: usize) -> i64 {
    let channels = channels(length + 1);
    let mut processes = vec![receiver(channels[length].1.clone(), messages)];
    for i in 0..length {
        let from = channels[i].1.clone();
        let to = channels[i + 1].0.clone();
        processes.push(Box::new(move || {
            for _ in 0..messages {
                to.send(from.recv().unwrap()).unwrap();
            }
            0
        }));
    }
    processes.push(sender(channels[0].0.clone(), messages));
    sum(processes)
}

fn pairs(pairs: usize, messages: usize) -> i64 {
    let mut processes = Vec::new();
    for (to, from) in channels(pairs) {
        processes.push(sender(to, messages));
        processes.push(receiver(from, messages));
    }
    sum(processes)
}

fn choice(branches: usize, senders: usize, messages: usize) -> i64 {
    let channels = channels(branches);
    let receivers: Vec<_> = channels.iter().map(|c| c.1.clone()).collect();
    let mut processes: Vec<Process> = Vec::new();
    for first in 0..senders {
        let to: Vec<_> = channels.iter().map(|c| c.0.clone()).collect();
        processes.push(Box::new(move || {
            for i in 0..messages {
                to[(first + i) % to.len()].send(1).unwrap();
            }
            0
        }));
        processes.push(choosing(Vec::new(), receivers.clone(), messages));
    }
    sum(processes)
}

fn mixed(branches: usize, pairs: usize, messages: usize) -> i64 {
    let (to_even, from_even): (Vec<_>, Vec<_>) = channels(branches / 2).into_iter().unzip();
    let (to_odd, from_odd): (Vec<_>, Vec<_>) = channels(branches / 2).into_iter().unzip();
    let mut processes = Vec::new();
    for _ in 0..pairs {
        processes.push(choosing(to_even.clone(), from_odd.clone(), messages));
        processes.push(choosing(to_odd.clone(), from_even.clone(), messages));
    }
    sum(processes)
}

fn channels(count: usize) -> Vec<Channel> {
    (0..count).map(|_| bounded(0)).collect()
}

fn sender(to: Sender<i64>, messages: usize) -> Process {
    Box::new(move || {
        for _ in 0..messages {
            to.send(1).unwrap();
        }
        0
    })
}

fn receiver(from: Receiver<i64>, messages: usize) -> Process {
    Box::new(move || (0..messages).map(|_| from.recv().unwrap()).sum())
}

/// Repeats a choice among sending to any of some channels and receiving from any of others.
fn choosing(to: Vec<Sender<i64>>, from: Vec<Receiver<i64>>, messages: usize) -> Process {
    Box::new(move || {
        let mut any = Select::new();
        for channel in &to {
            any.send(channel);
        }
        for channel in &from {
            any.recv(channel);
        }
        let mut sum = 0;
        for _ in 0..messages {
            let chosen = any.select();
            let i = chosen.index();
            if i < to.len() {
                chosen.send(&to[i], 1).unwrap();
            } else {
                sum += chosen.recv(&from[i - to.len()]).unwrap();
            }
        }
        sum
    })
}

/// Runs each process on a thread, and sums up what they return.
fn sum(processes: Vec<Process>) -> i64 {
    let threads: Vec<_> = processes
        .into_iter()
        .map(|process| {
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn(process)
                .expect("a thread")
        })
        .collect();
    threads
        .into_iter()
        .map(|thread| thread.join().expect("a process"))
        .sum()
}
