import java.io.IOException;

/** Represents a server: its methods may be slow, so no event thread should wait for them. */
class Library {
  record Report(String title, int pages) {}

  Report find(String query) throws IOException {
    if (query.isBlank()) {
      throw new IOException("nothing to look for");
    }
    return new Report(query.toUpperCase(), 3);
  }

  String page(Report report, int number) throws IOException {
    if (report.title().startsWith("TORN") && number == 1) {
      throw new IOException("page 1 is torn out");
    }
    return report.title().charAt(0) + "-" + number;
  }
}
