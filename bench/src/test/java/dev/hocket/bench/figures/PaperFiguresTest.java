package dev.hocket.bench.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.bench.Figures;
import dev.hocket.bench.processes.Programs;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PaperFiguresTest {
  @TempDir private Path folder;

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  @Test
  void all_areWellFormedPicturesWithTheirCurves() throws Exception {
    Map<String, String> figures = PaperFigures.all();
    assertEquals(
        List.of("figure2.svg", "figure3.svg", "figure4.svg", "figure5.svg"),
        List.copyOf(figures.keySet()));
    for (String svg : figures.values()) {
      Document picture = parse(svg);
      NodeList paths = picture.getElementsByTagName("path");
      assertTrue(paths.getLength() >= 3, "curves");
      for (int i = 0; i < paths.getLength(); i++) {
        String data = ((Element) paths.item(i)).getAttribute("d");
        assertTrue(data.startsWith("M") && data.contains("L"), data);
        assertTrue(!data.contains("NaN") && !data.contains("Infinity"), data);
      }
    }
  }

  /** In figure 2 the exact curves never fall below the service time; the printed one does. */
  @Test
  void figure2_showsThePrintedFormulaBelowTheServiceTime() throws Exception {
    NodeList paths = parse(PaperFigures.all().get("figure2.svg")).getElementsByTagName("path");
    double[] lowest = new double[3];
    for (int i = 0; i < 3; i++) {
      // SVG counts downwards: the lowest flow time is the largest number.
      for (String point : ((Element) paths.item(i)).getAttribute("d").substring(1).split("[ML]")) {
        lowest[i] = Math.max(lowest[i], Double.parseDouble(point.split(" ")[1]));
      }
    }
    assertEquals(lowest[0], lowest[1], .2);
    assertTrue(lowest[2] > lowest[0] + 5, lowest[2] + " is not below " + lowest[0]);
  }

  @Test
  void pictureOfTheGuide_isFigure3() throws Exception {
    assertEquals(
        PaperFigures.all().get("figure3.svg"),
        Files.readString(Programs.ROOT.resolve("docs/guide/workers-or-threads.svg")));
  }

  @Test
  void figuresOfTheDocumentation_areThoseOfTheCommand() throws Exception {
    Path documented = Programs.ROOT.resolve("docs/benchmarks/paper-2");
    Figures.main(new String[] {folder.resolve("new/figures").toString()});
    for (String name : PaperFigures.all().keySet()) {
      assertEquals(
          Files.readString(documented.resolve(name)),
          Files.readString(folder.resolve("new/figures").resolve(name)),
          name);
    }
    String table = Files.readString(folder.resolve("new/figures/table4.md"));
    assertEquals(Files.readString(documented.resolve("table4.md")), table);
    assertTrue(
        table.contains("| Crypt | 177.0 ms | 10/s | 1.770 | 3 | 203.4 ms | 143.1 ms |"), table);
    assertTrue(table.contains("| P(4,3,10,7)A(1,1,1,1) | 24 | "), table);
  }
}
