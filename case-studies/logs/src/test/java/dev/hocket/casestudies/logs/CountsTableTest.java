package dev.hocket.casestudies.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import javax.swing.JTable;
import org.junit.jupiter.api.Test;

/** The table of counts while news arrives. */
class CountsTableTest {
  private final CountsTable counts = new CountsTable();
  private final JTable table = counts.table();

  private void add(boolean isWhole, String service, long lines) {
    Map<Tally, Long> more = Map.of(new Tally(service, Level.ERROR, 1), lines);
    counts.add(new News(isWhole, more, List.of()));
  }

  private String selected() {
    // The rows are sorted, so that of the first service is the first.
    return table.getValueAt(table.getSelectedRow(), 0) + " " + table.getValueAt(0, 1);
  }

  @Test
  void selectedRow_staysSelected_whenNewsArrives() {
    add(true, "web", 3);
    table.setRowSelectionInterval(0, 0);
    add(false, "web", 4);
    assertEquals("web 7", selected());
    add(false, "orders", 5);
    assertEquals("web 5", selected());
    assertEquals(1, table.getSelectedRowCount());
    assertEquals(12, counts.lines());
  }

  @Test
  void countsOfEverything_replaceFormerOnes() {
    add(true, "web", 3);
    add(true, "orders", 4);
    assertEquals(4, counts.lines());
    assertEquals("orders", table.getValueAt(0, 0));
    assertEquals(0L, table.getValueAt(1, 1));
  }
}
