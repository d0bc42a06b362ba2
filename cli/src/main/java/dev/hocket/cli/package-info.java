// The command line is a single package: each command is a class that no other class uses, and the
// code that commands share (options, sources, class paths, messages) belongs to none of them:
//
//   Commands               …Command, in Hocket's list
//   A program to run       Sources, Program, ProgramLoader, MainMethod, ClojureProgram, ClassPath
//   What users see         UserError, BadCommandLine, TextTable, AdviceText, ComparisonText,
//                          PlanProgress

/** The command {@code hocket}: one class for each of its commands. */
package dev.hocket.cli;
