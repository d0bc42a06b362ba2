package dev.hocket.flow.mapping;

import dev.hocket.flow.state.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.logging.ConsoleHandler;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SocketHandler;

/** The code of the program that loggers run: handlers, filters, formatters. */
final class Loggers {
  /** Handlers that write to files and the like, which are seen outside. */
  private static final Set<Class<?>> OUTSIDE =
      Set.of(ConsoleHandler.class, FileHandler.class, SocketHandler.class);

  private Loggers() {}

  /** Returns the code behind all loggers that have a name. */
  static List<Object> code() {
    List<Object> all = new ArrayList<>();
    LogManager manager = LogManager.getLogManager();
    for (String name : Collections.list(manager.getLoggerNames())) {
      Logger logger = manager.getLogger(name);
      if (logger != null) {
        addOwn(logger, all);
      }
    }
    return all;
  }

  /** Returns the code that a logger runs, that of the loggers above it included. */
  static List<Object> code(Logger logger) {
    List<Object> all = new ArrayList<>();
    addOwn(logger, all);
    for (Logger one = logger;
        one.getUseParentHandlers() && one.getParent() != null;
        one = one.getParent()) {
      addOwn(one.getParent(), all);
    }
    return all;
  }

  private static void addOwn(Logger logger, List<Object> all) {
    add(logger.getFilter(), all);
    for (Handler handler : logger.getHandlers()) {
      if (!OUTSIDE.contains(handler.getClass())) {
        all.add(handler);
      }
      add(handler.getFilter(), all);
      add(handler.getFormatter(), all);
    }
  }

  private static void add(Object code, List<Object> all) {
    if (code != null && !Types.isOfJdk(code.getClass())) {
      all.add(code);
    }
  }
}
