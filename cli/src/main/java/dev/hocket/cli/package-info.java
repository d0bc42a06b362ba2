// Each command is a class named …Command, in Hocket's list. Those with many classes of their own
// have a room; what several commands use is below them:
//
//   plan, lag, report, flink, doctor   commands
//   program                            a user's program, from its sources to its main method
//   system                             other JVMs, temporary folders, the folder of Hocket
//   terminal                           what users read

/** The command {@code hocket}: one class for each of its commands. */
package dev.hocket.cli;
