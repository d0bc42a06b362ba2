// One package, because a command is one class that nothing else uses, and what commands share
// (options, sources, class
// paths, messages) belongs to none of them:
//
//   Commands               …Command, in Hocket's list
//   A program to run       Sources, Program, ProgramLoader, MainMethod, ClojureProgram, ClassPath
//   What users see         UserError, BadCommandLine, TextTable, AdviceText, ComparisonText,
//                          PlanProgress

/** The command {@code hocket}: one class for each of its commands. */
package dev.hocket.cli;
