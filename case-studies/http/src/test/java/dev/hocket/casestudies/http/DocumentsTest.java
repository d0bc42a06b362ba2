package dev.hocket.casestudies.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentsTest {
  /** A time long after the files were created. */
  private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(60);

  @TempDir Path temp;
  private Path root;
  private Documents documents;

  @BeforeEach
  void makeFiles() throws IOException {
    root = Files.createDirectories(temp.resolve("site"));
    write("site/index.html", "home");
    write("site/a.txt", "a");
    write("site/dir/index.html", "dir");
    write("site/dir/b c\u00e9%25;.css", "b");
    write("site/empty/x.txt", "");
    write("site/odd/index.html/x.txt", "");
    write("secret.txt", "secret");
    write("site-secret/s.txt", "secret");
    documents = new Documents(root, () -> NOW);
  }

  private void write(String name, String content) throws IOException {
    Path file = temp.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  @Test
  void aFile_isFoundWithItsLengthTypeAndValidators() throws IOException {
    Files.setLastModifiedTime(
        root.resolve("a.txt"), FileTime.from(NOW.minusSeconds(3).plusMillis(5)));
    Document document = found("/a.txt");
    assertEquals(root.resolve("a.txt").toRealPath(), document.file());
    assertEquals(1, document.length());
    assertEquals(NOW.minusSeconds(3), document.modified());
    assertEquals("text/plain", type(document));
    assertTrue(document.etag().matches("\"[^\"]+\""), document.etag());
  }

  @Test
  void aDirectory_isServedAsItsIndex() throws IOException {
    assertEquals(root.resolve("index.html").toRealPath(), found("/").file());
    assertEquals("text/html", type(found("/dir/")));
    assertInstanceOf(Lookup.Directory.class, documents.find("/dir"));
    assertInstanceOf(Lookup.Missing.class, documents.find("/empty/"));
    assertInstanceOf(Lookup.Missing.class, documents.find("/odd/"));
    assertInstanceOf(Lookup.Directory.class, documents.find("/empty"));
  }

  @Test
  void unusualNames_areFound() throws IOException {
    assertEquals("text/css", type(found("/dir/b c\u00e9%25;.css")));
    Request request = Wire.request("GET /dir/b%20c%C3%A9%2525%3B.css HTTP/1.1\r\nHost: a\r\n\r\n");
    assertEquals(found("/dir/b c\u00e9%25;.css"), found(request.path()));
    request = Wire.request("GET /dir/b%20c%C3%A9%2525;.css?;x HTTP/1.1\r\nHost: a\r\n\r\n");
    assertEquals(found("/dir/b c\u00e9%25;.css"), found(request.path()));
  }

  @Test
  void unknownTypes_areBytes() throws IOException {
    write("site/x.qqq", "");
    write("site/noextension", "");
    assertEquals("application/octet-stream", type(found("/x.qqq")));
    assertEquals("application/octet-stream", type(found("/noextension")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "a.txt",
        "xa.txt",
        "/b.txt",
        "/a.txt/",
        "/a.txt/x",
        "/..",
        "/../secret.txt",
        "/../site/a.txt",
        "/dir/../../secret.txt",
        "/dir/../a.txt",
        "/./a.txt",
        "//a.txt",
        "/dir//index.html",
        "/dir/.",
        "/..\\secret.txt",
        "\\..\\secret.txt",
        "/a.txt\0",
        "/a.txt\0.html",
        "/\0/../secret.txt",
        "/../site-secret/s.txt",
        "/.../secret.txt",
        "/C:/secret.txt",
        "/c:\\secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/~/secret.txt",
        "/\uFF0E\uFF0E/secret.txt",
        "/\u2025/secret.txt",
        "/..\u2044secret.txt"
      })
  void aPathThatIsNotPlainlyBelowTheRoot_isMissing(String path) throws IOException {
    assertInstanceOf(Lookup.Missing.class, documents.find(path));
    assertInstanceOf(Lookup.Missing.class, documents.find(temp.resolve("secret.txt").toString()));
  }

  @Test
  void linksOutOfTheRoot_areMissing() throws IOException {
    Files.createSymbolicLink(root.resolve("file-out"), temp.resolve("secret.txt"));
    Files.createSymbolicLink(root.resolve("relative-out"), Path.of("../secret.txt"));
    Files.createSymbolicLink(root.resolve("dir-out"), temp);
    Files.createSymbolicLink(root.resolve("sibling"), temp.resolve("site-secret"));
    Files.createSymbolicLink(root.resolve("twice"), root.resolve("dir-out"));
    Files.createSymbolicLink(root.resolve("self"), root.resolve("self"));
    Files.createDirectories(root.resolve("linked-index"));
    Files.createSymbolicLink(root.resolve("linked-index/index.html"), temp.resolve("secret.txt"));
    List<String> out =
        List.of(
            "/file-out",
            "/relative-out",
            "/dir-out",
            "/dir-out/",
            "/dir-out/secret.txt",
            "/sibling/s.txt",
            "/twice/secret.txt",
            "/self",
            "/linked-index/");
    for (String path : out) {
      assertInstanceOf(Lookup.Missing.class, documents.find(path), path);
    }
  }

  @Test
  void linksThatStayInside_areFollowed() throws IOException {
    Files.createSymbolicLink(root.resolve("inside"), root.resolve("dir"));
    Files.createSymbolicLink(root.resolve("back"), temp.resolve("site-again"));
    Files.createSymbolicLink(temp.resolve("site-again"), root);
    assertEquals(found("/dir/"), found("/inside/"));
    assertEquals(found("/a.txt"), found("/back/a.txt"));
  }

  @Test
  void aRootThatIsALink_isFollowed() throws IOException {
    Path link = Files.createSymbolicLink(temp.resolve("link"), root);
    Lookup lookup = new Documents(link, () -> NOW).find("/a.txt");
    assertEquals(found("/a.txt").file(), ((Lookup.Found) lookup).document().file());
  }

  @Test
  void overlongNames_areMissing() throws IOException {
    assertInstanceOf(Lookup.Missing.class, documents.find("/" + "a".repeat(5000)));
    assertInstanceOf(Lookup.Missing.class, documents.find("/a".repeat(5000)));
  }

  /** Opening a pipe would block until a program writes into it. */
  @Test
  void aPipe_isMissing() throws IOException, InterruptedException {
    makePipe("pipe");
    assertInstanceOf(Lookup.Missing.class, documents.find("/pipe"));
  }

  private void makePipe(String name) throws IOException, InterruptedException {
    Process made = new ProcessBuilder("mkfifo", root.resolve(name).toString()).start();
    assertEquals(0, made.waitFor());
  }

  @Test
  void theRoot_mustBeADirectory() {
    IOException e =
        assertThrows(IOException.class, () -> new Documents(root.resolve("a.txt"), () -> NOW));
    assertTrue(e.getMessage().contains("a.txt"), e.getMessage());
    assertThrows(IOException.class, () -> new Documents(root.resolve("none"), () -> NOW));
  }

  @Test
  void aChange_changesTheTag() throws IOException {
    Path file = root.resolve("a.txt");
    List<String> tags = new ArrayList<>();
    for (long nanos : new long[] {0, 1, 1_000_000}) {
      Files.setLastModifiedTime(file, FileTime.from(NOW.minusSeconds(100).plusNanos(nanos)));
      tags.add(found("/a.txt").etag());
    }
    Files.writeString(file, "longer");
    Files.setLastModifiedTime(file, FileTime.from(NOW.minusSeconds(100)));
    tags.add(found("/a.txt").etag());
    write("site/other.txt", "LONGER");
    Files.setLastModifiedTime(root.resolve("other.txt"), FileTime.from(NOW.minusSeconds(100)));
    Files.move(root.resolve("other.txt"), file, StandardCopyOption.REPLACE_EXISTING);
    tags.add(found("/a.txt").etag());
    assertEquals(5, tags.stream().distinct().count(), tags.toString());
  }

  @Test
  void aChangeOfAFile_changesItsState() throws IOException, InterruptedException {
    Document document = found("/a.txt");
    assertTrue(document.isUnchanged());
    Files.readString(document.file());
    assertTrue(document.isUnchanged());
    Path file = document.file();
    FileTime modified = Files.getLastModifiedTime(file);
    FileTime changed = FileState.of(file).changed();
    // Until the clock of the file system has ticked, a change can go unnoticed.
    do {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    } while (FileState.of(file).changed().equals(changed));
    assertEquals(modified, Files.getLastModifiedTime(file));
    assertFalse(document.isUnchanged());
    Document again = found("/a.txt");
    Files.delete(file);
    makePipe("a.txt");
    assertFalse(again.isUnchanged());
    Files.delete(file);
    Files.createSymbolicLink(file, root.resolve("index.html"));
    assertFalse(again.isUnchanged());
    Files.delete(file);
    assertThrows(NoSuchFileException.class, again::isUnchanged);
  }

  /** Section 8.8.1: the file could change again within the same tick of the file system's clock. */
  @Test
  void aFreshFile_hasAWeakTag() throws IOException {
    Files.setLastModifiedTime(root.resolve("a.txt"), FileTime.from(NOW.minusSeconds(2)));
    assertFalse(found("/a.txt").hasStrongValidators());
    Files.setLastModifiedTime(root.resolve("a.txt"), FileTime.from(NOW.minusMillis(2001)));
    assertTrue(found("/a.txt").hasStrongValidators());
    Files.setLastModifiedTime(root.resolve("a.txt"), FileTime.from(NOW.plusSeconds(1000)));
    assertFalse(found("/a.txt").hasStrongValidators());
  }

  @Test
  void aFreshFileWithAnOldTime_hasAWeakTag() throws IOException {
    Files.setLastModifiedTime(root.resolve("a.txt"), FileTime.from(NOW.minusSeconds(1000)));
    documents = new Documents(root, InstantSource.system());
    assertFalse(found("/a.txt").hasStrongValidators());
  }

  private Document found(String path) throws IOException {
    return assertInstanceOf(Lookup.Found.class, documents.find(path), path).document();
  }

  private static String type(Document document) {
    return document.fields().get(HttpHeader.CONTENT_TYPE);
  }
}
