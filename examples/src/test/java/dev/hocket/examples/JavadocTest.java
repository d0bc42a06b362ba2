package dev.hocket.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every example in the documentation of the libraries' API compiles. */
class JavadocTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\n(.*?)\\* \\}</pre>", Pattern.DOTALL);
  private static final String PROGRAM =
      """
      import dev.hocket.core.*;
      import dev.hocket.core.Span;
      import dev.hocket.directives.*;
      import dev.hocket.events.*;
      import dev.hocket.events.io.*;
      import dev.hocket.plan.advise.*;
      import dev.hocket.plan.decide.*;
      import dev.hocket.plan.live.*;
      import dev.hocket.plan.load.*;
      import dev.hocket.plan.measure.*;
      import dev.hocket.plan.model.*;
      import dev.hocket.plan.requests.*;
      import dev.hocket.plan.simulate.*;
      import dev.hocket.tune.*;
      import java.net.InetSocketAddress;
      import java.nio.ByteBuffer;
      import java.nio.file.Path;
      import java.time.Duration;
      import java.util.*;
      import java.util.concurrent.*;
      import java.util.concurrent.locks.*;
      import static dev.hocket.events.Events.*;
      class Example%d {
        void run() throws Exception {
          %s
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void examples_compile() throws IOException {
    List<Path> programs = new ArrayList<>();
    for (String module : List.of("core", "directives", "events", "plan", "tune")) {
      for (Path source : Programs.sourcesIn(Programs.ROOT.resolve(module + "/src/main"))) {
        EXAMPLE
            .matcher(Files.readString(source))
            .results()
            .forEach(match -> programs.add(write(programs.size(), match.group(1))));
      }
    }
    assertTrue(programs.size() >= 5, "found " + programs.size());
    Programs.compile(programs, folder, false);
  }

  private Path write(int number, String example) {
    try {
      Path file = folder.resolve("Example" + number + ".java");
      String code = example.replaceAll("(?m)^ *\\*", "");
      return Files.writeString(file, PROGRAM.formatted(number, code));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
