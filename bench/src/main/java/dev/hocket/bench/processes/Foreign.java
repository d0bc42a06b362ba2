package dev.hocket.bench.processes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Starts processes that only keep processors busy and end when this process ends. */
public final class Foreign implements AutoCloseable {
  // The loop ends when its parent has ended, even if the parent was killed.
  private static final String LOOP =
      "while kill -0 \"$PPID\" 2>/dev/null; do"
          + " i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done";

  private final List<Process> processes = new ArrayList<>();

  public Foreign(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      processes.add(new ProcessBuilder("sh", "-c", LOOP).start());
    }
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
    processes.forEach(process -> process.onExit().join());
  }
}
