package dev.hocket.cli.terminal;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports a command line that does not parse: the mistake, and the probable intention. */
public final class BadCommandLine {
  private static final Pattern JVM_FLAG =
      Pattern.compile(
          "-[DX].+|-(ea|da|esa|dsa)(:.*)?|-(en|dis)able(system)?assertions(:.*)?"
              + "|-(javaagent|agentlib|agentpath|verbose):.+"
              + "|--(add-[a-z]+|enable-native-access)=.+");

  private BadCommandLine() {}

  public static int answer(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    if (failure instanceof UnmatchedArgumentException unmatched) {
      answerUnmatched(unmatched, unmatched.getUnmatched().getFirst(), err);
    } else {
      err.println("hocket: " + decapitalise(failure.getMessage()));
    }
    err.println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.BAD_INPUT;
  }

  private static void answerUnmatched(
      UnmatchedArgumentException failure, String argument, PrintWriter err) {
    boolean takesCommands = !failure.getCommandLine().getSubcommands().isEmpty();
    if (JVM_FLAG.matcher(argument).matches()) {
      err.println("hocket: unknown option: '" + argument + "'");
      err.println("A flag for the JVM takes a -J in front: -J" + argument);
    } else if (failure.isUnknownOption()) {
      err.println("hocket: " + decapitalise(failure.getMessage()));
      suggest(
          failure, argument, failure.getCommandLine().getCommandSpec().optionsMap().keySet(), err);
    } else if (takesCommands && argument.endsWith(".java")) {
      err.println("hocket: unknown command: " + argument);
      err.println("Did you mean: hocket run " + argument + "?");
    } else {
      err.println(
          (takesCommands ? "hocket: unknown command: " : "hocket: unexpected argument: ")
              + argument);
      suggest(failure, argument, failure.getCommandLine().getSubcommands().keySet(), err);
    }
  }

  /** Picocli compares pairs of letters. A short word with two letters swapped shares no pair. */
  private static void suggest(
      UnmatchedArgumentException failure, String argument, Set<String> known, PrintWriter err) {
    Optional<String> swapped =
        known.stream().filter(word -> letters(word).equals(letters(argument))).findFirst();
    if (swapped.isEmpty()) {
      UnmatchedArgumentException.printSuggestions(failure, err);
    } else if (failure.isUnknownOption()) {
      err.println("Did you mean: " + swapped.get() + "?");
    } else {
      err.println("Did you mean: hocket " + swapped.get() + "?");
    }
  }

  private static String letters(String word) {
    return word.chars().sorted().mapToObj(Character::toString).collect(Collectors.joining());
  }

  private static String decapitalise(String text) {
    return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
  }
}
