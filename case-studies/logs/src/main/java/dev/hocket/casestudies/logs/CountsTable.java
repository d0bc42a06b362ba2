package dev.hocket.casestudies.logs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.swing.JTable;
import javax.swing.table.AbstractTableModel;
import javax.swing.table.TableRowSorter;

/** The counts as a table: a row for each service, a column for each level. */
final class CountsTable extends AbstractTableModel {
  private static final long serialVersionUID = 1L;

  /** The place of each service in {@link #rows}. */
  private final transient Map<String, Integer> places = new HashMap<>();

  private final transient List<Row> rows = new ArrayList<>();
  private long lines;

  private record Row(String service, long[] counts) {}

  /** Makes a table of these counts, which is sorted by a click on the name of a column. */
  JTable table() {
    JTable table = new JTable(this);
    TableRowSorter<CountsTable> sorter = new TableRowSorter<>(this);
    sorter.setSortsOnUpdates(true);
    sorter.toggleSortOrder(0);
    table.setRowSorter(sorter);
    return table;
  }

  /** Adds counts, or replaces all. A row that the user has selected stays selected. */
  void add(News news) {
    if (news.isWhole()) {
      rows.forEach(row -> Arrays.fill(row.counts(), 0));
      lines = 0;
    }
    int before = rows.size();
    news.counts()
        .forEach((tally, more) -> {
          row(tally.service()).counts()[tally.level().ordinal()] += more;
          lines += more;
        });
    if (rows.size() > before) {
      fireTableRowsInserted(before, rows.size() - 1);
    }
    if (before > 0) {
      fireTableRowsUpdated(0, before - 1);
    }
  }

  private Row row(String service) {
    Integer place = places.putIfAbsent(service, rows.size());
    if (place == null) {
      rows.add(new Row(service, new long[Level.values().length]));
      return rows.getLast();
    }
    return rows.get(place);
  }

  /** The number of all lines. */
  long lines() {
    return lines;
  }

  @Override
  public int getRowCount() {
    return rows.size();
  }

  @Override
  public int getColumnCount() {
    return 1 + Level.values().length;
  }

  @Override
  public Class<?> getColumnClass(int column) {
    return column == 0 ? String.class : Long.class;
  }

  @Override
  public String getColumnName(int column) {
    return column == 0 ? "service" : Level.values()[column - 1].name();
  }

  @Override
  public Object getValueAt(int row, int column) {
    Row shown = rows.get(row);
    return column == 0 ? (Object) shown.service() : (Object) shown.counts()[column - 1];
  }
}
