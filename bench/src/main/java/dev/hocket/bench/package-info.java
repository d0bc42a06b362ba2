// Where to find what, from the ground up; a benchmark has the name under which Main runs it.
//
//   race        entrants in turn, tables, settings
//   processes   programs in other JVMs and other languages, groups of processors
//   kernels     kernels, handlers, painting
//   handlers    handover, recording, await, looptime
//   channels    channels, sends, mailboxes, multicast, blocked, suspended, sockets, modules
//   teams, nas  teams, tasks, busy; nas
//   flows       flow, flow-shapes
//   auctions    nexmark, nexmark-flink, flink-state
//   servers     server, flowserver, recorded, feeds, service
//   planning    plan, advice, pxay
//   windows     lag, demo, typing
//   figures     quoll; hocket bench figures

/** Benchmarks that run peers beside Hocket and check the results of both. */
package dev.hocket.bench;
