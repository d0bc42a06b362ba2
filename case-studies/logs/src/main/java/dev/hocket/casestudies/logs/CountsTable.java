package dev.hocket.casestudies.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import javax.swing.table.AbstractTableModel;

/** The counts as a table: a row for each service, a column for each level. */
final class CountsTable extends AbstractTableModel {
  private static final long serialVersionUID = 1L;

  private final transient TreeMap<String, long[]> rows = new TreeMap<>();
  private transient List<String> services = List.of();
  private long lines;

  void add(News news) {
    if (news.isWhole()) {
      rows.clear();
      lines = 0;
    }
    news.counts()
        .forEach((tally, more) -> {
          long[] row =
              rows.computeIfAbsent(tally.service(), service -> new long[Level.values().length]);
          row[tally.level().ordinal()] += more;
          lines += more;
        });
    services = new ArrayList<>(rows.keySet());
    fireTableDataChanged();
  }

  /** The number of all lines. */
  long lines() {
    return lines;
  }

  @Override
  public int getRowCount() {
    return services.size();
  }

  @Override
  public int getColumnCount() {
    return 1 + Level.values().length;
  }

  @Override
  public String getColumnName(int column) {
    return column == 0 ? "service" : Level.values()[column - 1].name();
  }

  @Override
  public Object getValueAt(int row, int column) {
    String service = services.get(row);
    return column == 0 ? service : rows.get(service)[column - 1];
  }
}
