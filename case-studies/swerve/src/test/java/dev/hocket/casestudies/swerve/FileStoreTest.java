package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Body;
import dev.hocket.casestudies.http.Document;
import dev.hocket.casestudies.http.Documents;
import dev.hocket.casestudies.http.Lookup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStoreTest {
  private static final int MOST_BYTES = 10_000;
  @TempDir Path root;
  private final FileStore store = new FileStore(MOST_BYTES);

  private Document document(String name, byte[] content) throws IOException {
    Path file = Files.write(root.resolve(name), content);
    Files.setLastModifiedTime(file, FileTime.from(Site.OLD));
    return found(name);
  }

  /** Looks a file up as if long after it was created. */
  private Document found(String name) throws IOException {
    return find(name, InstantSource.offset(InstantSource.system(), Duration.ofMinutes(1)));
  }

  private Document find(String name, InstantSource time) throws IOException {
    Lookup lookup = new Documents(root, time).find("/" + name);
    return ((Lookup.Found) lookup).document();
  }

  private byte[] read(Document document, long first, long length) throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (Reading reading = store.open(new Body.FilePart(document, first, length))) {
      while (reading.hasNext()) {
        Transfer.Chunk chunk = reading.next();
        byte[] bytes = new byte[chunk.bytes().remaining()];
        chunk.bytes().get(bytes);
        all.writeBytes(bytes);
        chunk.release();
      }
    }
    return all.toByteArray();
  }

  private static byte[] random(int length) {
    byte[] content = new byte[length];
    new Random(length).nextBytes(content);
    return content;
  }

  @Test
  void parts_areReadInChunks() throws Exception {
    byte[] content = random(3 * FileStore.CHUNK_BYTES + 17);
    Document document = document("a", content);
    assertArrayEquals(content, read(document, 0, content.length));
    assertArrayEquals(Arrays.copyOfRange(content, 5, 190_000), read(document, 5, 189_995));
    assertEquals(0, read(document, 5, 0).length);
  }

  @Test
  void aSmallFile_isKeptUntilItsLengthChanges() throws Exception {
    Document before = document("a", random(1000));
    byte[] content = read(before, 0, 1000);
    Files.delete(before.file());
    assertArrayEquals(content, read(before, 0, 1000));
    assertArrayEquals(Arrays.copyOfRange(content, 7, 9), read(before, 7, 2));
    Document after = document("a", random(1001));
    assertArrayEquals(random(1001), read(after, 0, 1001));
    assertThrows(Reading.ChangedException.class, () -> read(before, 0, 1000));
  }

  @Test
  void aSmallFile_isKeptUntilAnotherOfTheSameLengthAndTimeReplacesIt() throws Exception {
    Document before = document("a", random(1000));
    assertArrayEquals(random(1000), read(before, 0, 1000));
    byte[] content = random(1000);
    content[0]++;
    document("b", content);
    Files.move(root.resolve("b"), before.file(), StandardCopyOption.REPLACE_EXISTING);
    assertArrayEquals(content, read(found("a"), 0, 1000));
  }

  @Test
  void aSmallFile_isKeptUntilItsPermissionsChange() throws Exception {
    Document before = document("a", random(1000));
    assertArrayEquals(random(1000), read(before, 0, 1000));
    // Until the clock of the file system has ticked, a change can go unnoticed.
    do {
      Files.setPosixFilePermissions(before.file(), Set.of(PosixFilePermission.OWNER_READ));
    } while (before.isUnchanged());
    Document after = found("a");
    Files.delete(after.file());
    assertThrows(NoSuchFileException.class, () -> read(after, 0, 1000));
  }

  @Test
  void aPipeInItsPlace_isNotOpened() throws Exception {
    for (int length : new int[] {1000, 100_000}) {
      Document document = document("a", random(length));
      Files.delete(document.file());
      Pipe.make(document.file());
      CompletableFuture<Throwable> outcome = new CompletableFuture<>();
      Thread.startVirtualThread(
          () -> outcome.complete(assertThrows(Throwable.class, () -> read(document, 0, 10))));
      assertInstanceOf(Reading.ChangedException.class, outcome.get(2, TimeUnit.MINUTES));
      Files.delete(document.file());
    }
  }

  @Test
  void aFreshFile_isNotKept_forItCouldChangeUnnoticed() throws Exception {
    Path file = Files.write(root.resolve("a"), random(10));
    Document document = find("a", InstantSource.system());
    assertArrayEquals(random(10), read(document, 0, 10));
    Files.delete(file);
    assertThrows(NoSuchFileException.class, () -> read(document, 0, 10));
  }

  @Test
  void theCache_isBounded_andKeepsRequestedFiles() throws Exception {
    Document popular = document("popular", random(900));
    read(popular, 0, 900);
    List<Document> others = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      others.add(document("file" + i, random(950)));
      read(others.getLast(), 0, 950);
      read(popular, 0, 900);
    }
    Files.delete(popular.file());
    assertArrayEquals(random(900), read(popular, 0, 900));
    int kept = 0;
    for (Document other : others) {
      Files.delete(other.file());
      try {
        read(other, 0, 950);
        kept++;
      } catch (NoSuchFileException gone) {
        continue;
      }
    }
    assertTrue(kept > 0 && 900 + 950 * kept <= MOST_BYTES, "kept " + kept);
  }

  @Test
  void anotherFileInItsPlace_isNotOpened() throws Exception {
    Document document = document("a", random(100_000));
    Files.write(root.resolve("b"), random(100_000));
    Files.delete(document.file());
    Files.createSymbolicLink(document.file(), root.resolve("b"));
    IOException refused = assertThrows(IOException.class, () -> read(document, 0, 10));
    assertFalse(Transfer.End.of(refused) == Transfer.End.DONE);
  }

  @Test
  void failures_haveTheirMeaning() {
    assertEquals(Transfer.End.MISSING, Transfer.End.of(new NoSuchFileException("a")));
    assertEquals(Transfer.End.FORBIDDEN, Transfer.End.of(new AccessDeniedException("a")));
    assertEquals(Transfer.End.FAILED, Transfer.End.of(new IOException("a")));
  }

  @Test
  void stopping_endsTheChunks() throws Exception {
    Document document = document("a", random(3 * FileStore.CHUNK_BYTES));
    try (Reading reading = store.open(new Body.FilePart(document, 0, document.length()))) {
      reading.next();
      assertTrue(reading.hasNext());
      assertTrue(reading.stop());
      assertFalse(reading.stop());
      assertFalse(reading.hasNext());
    }
  }
}
