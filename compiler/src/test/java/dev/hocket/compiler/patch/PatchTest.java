package dev.hocket.compiler.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Patches of files, some of which cannot be written. */
class PatchTest {
  @TempDir private Path folder;

  private final Map<Path, Patch.Change> changes = new HashMap<>();

  private Path file(String name, String after) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "old");
    changes.put(file, new Patch.Change("old", after));
    return file;
  }

  private void assertNothingChanges() throws IOException {
    assertThrows(IOException.class, () -> new Patch(changes).apply());
    for (Path file : changes.keySet()) {
      assertEquals("old", Files.readString(file), file.toString());
    }
    try (Stream<Path> all = Files.list(folder)) {
      assertEquals(changes.size(), all.count(), "no file is left behind");
    }
  }

  /** No file can have the text, whatever the order in which the files are written. */
  @Test
  void textThatCannotBeWritten_leavesAllFilesAsTheyWere() throws Exception {
    for (int i = 0; i < 8; i++) {
      file("File" + i + ".java", i == 3 ? "\ud800" : "new");
    }
    assertNothingChanges();
  }

  /** The superuser may write it all the same. */
  @Test
  void fileWithoutPermission_leavesAllFilesAsTheyWere() throws Exception {
    for (int i = 0; i < 8; i++) {
      file("File" + i + ".java", "new");
    }
    Path last = folder.resolve("File3.java");
    Files.setPosixFilePermissions(last, PosixFilePermissions.fromString("r--r--r--"));
    if (!Files.isWritable(last)) {
      assertNothingChanges();
    }
  }

  @Test
  void changedFile_leavesAllFilesAsTheyWere() throws Exception {
    for (int i = 0; i < 8; i++) {
      file("File" + i + ".java", "new");
    }
    changes.put(folder.resolve("File3.java"), new Patch.Change("older", "new"));
    assertNothingChanges();
  }

  @Test
  void linkAndPermissions_areKept() throws Exception {
    Path file = file("File.java", "new");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
    Path link = Files.createSymbolicLink(folder.resolve("Link.java"), file);
    new Patch(Map.of(link, changes.get(file))).apply();
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("new", Files.readString(file));
    assertEquals("rwxr-x---", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }
}
