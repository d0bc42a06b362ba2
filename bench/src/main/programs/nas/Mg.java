import static dev.hocket.bench.nas.NasKernel.verify;

import dev.hocket.bench.nas.Grid;
import dev.hocket.bench.nas.NasKernel;
import dev.hocket.bench.nas.Size;
import java.util.Arrays;

/**
 * MG, "multigrid": V-cycles for Poisson's equation on a periodic cube, on grids of 2³ to 256³ points.
 *
 * <p>Every operator sums a point and its 26 neighbours with a weight for the point, for those that
 * share a face, an edge and a corner with it; sums over a face's or an edge's neighbours in the
 * plane across the innermost axis are made once per point and used three times.
 */
public final class Mg implements NasKernel {
  private record Problem(int levels, int iterations, double norm) {
    static Problem of(Size size) {
      return switch (size) {
        case S -> new Problem(5, 4, 0.5307707005734e-4);
        case W -> new Problem(7, 4, 0.6467329375339e-5);
        case A -> new Problem(8, 4, 0.2433365309069e-5);
      };
    }
  }

  /** The weights of the residual's operator, which has none for faces. */
  private static final double POINT = -8.0 / 3;

  private static final double EDGE = 1.0 / 6;
  private static final double CORNER = 1.0 / 12;

  /** The weights of the smoother, which has none for corners. */
  private static final double SMOOTH_POINT = -3.0 / 8;

  private static final double SMOOTH_FACE = 1.0 / 32;
  private static final double SMOOTH_EDGE = -1.0 / 64;

  private int threads;

  @Override
  public long run(Size size, int threads) {
    Problem problem = Problem.of(size);
    this.threads = threads;
    int levels = problem.levels();
    Grid[] u = new Grid[levels + 1];
    Grid[] r = new Grid[levels + 1];
    for (int level = 1; level <= levels; level++) {
      u[level] = new Grid(1 << level);
      r[level] = new Grid(1 << level);
    }
    Grid v = Grid.charges(1 << levels);
    residual(u[levels], v, r[levels]);
    cycle(u, v, r);
    clear(u[levels]);
    long start = System.nanoTime();
    residual(u[levels], v, r[levels]);
    for (int i = 0; i < problem.iterations(); i++) {
      cycle(u, v, r);
      residual(u[levels], v, r[levels]);
    }
    double norm = norm(r[levels]);
    long nanos = System.nanoTime() - start;
    verify("MG, the norm of the residual", norm, problem.norm(), 1e-8);
    return nanos;
  }

  private void cycle(Grid[] u, Grid v, Grid[] r) {
    int finest = u.length - 1;
    for (int level = finest; level > 1; level--) {
      restrict(r[level], r[level - 1]);
    }
    clear(u[1]);
    smooth(r[1], u[1]);
    for (int level = 2; level < finest; level++) {
      clear(u[level]);
      prolong(u[level - 1], u[level]);
      residual(u[level], r[level], r[level]);
      smooth(r[level], u[level]);
    }
    prolong(u[finest - 1], u[finest]);
    residual(u[finest], v, r[finest]);
    smooth(r[finest], u[finest]);
  }

  /** r = v - A u. */
  private void residual(Grid u, Grid v, Grid r) {
    double[] in = u.values;
    double[] from = v.values;
    double[] out = r.values;
    int row = u.row;
    int plane = u.plane;
    //#omp parallel num_threads(threads)
    {
      double[] faces = new double[row];
      double[] edges = new double[row];
      //#omp for
      for (int k = 1; k < row - 1; k++) {
        for (int j = 1; j < row - 1; j++) {
          int at = k * plane + j * row;
          across(in, at, row, plane, faces, edges);
          for (int i = 1; i < row - 1; i++) {
            out[at + i] =
                from[at + i]
                    - POINT * in[at + i]
                    - EDGE * (edges[i] + faces[i - 1] + faces[i + 1])
                    - CORNER * (edges[i - 1] + edges[i + 1]);
          }
        }
      }
    }
    wrap(r);
  }

  /** u = u + S r. */
  private void smooth(Grid r, Grid u) {
    double[] in = r.values;
    double[] out = u.values;
    int row = u.row;
    int plane = u.plane;
    //#omp parallel num_threads(threads)
    {
      double[] faces = new double[row];
      double[] edges = new double[row];
      //#omp for
      for (int k = 1; k < row - 1; k++) {
        for (int j = 1; j < row - 1; j++) {
          int at = k * plane + j * row;
          across(in, at, row, plane, faces, edges);
          for (int i = 1; i < row - 1; i++) {
            out[at + i] +=
                SMOOTH_POINT * in[at + i]
                    + SMOOTH_FACE * (in[at + i - 1] + in[at + i + 1] + faces[i])
                    + SMOOTH_EDGE * (edges[i] + faces[i - 1] + faces[i + 1]);
          }
        }
      }
    }
    wrap(u);
  }

  /** For each point of a row, computes the sums of its neighbours in the plane across the row. */
  private static void across(
      double[] in, int at, int row, int plane, double[] faces, double[] edges) {
    for (int i = 0; i < row; i++) {
      int here = at + i;
      faces[i] = in[here - row] + in[here + row] + in[here - plane] + in[here + plane];
      edges[i] =
          in[here - plane - row]
              + in[here - plane + row]
              + in[here + plane - row]
              + in[here + plane + row];
    }
  }

  /** Computes the residual on the next coarser grid: weighted means of the finer grid's. */
  private void restrict(Grid fine, Grid coarse) {
    double[] in = fine.values;
    double[] out = coarse.values;
    int row = fine.row;
    int plane = fine.plane;
    int coarseRow = coarse.row;
    int coarsePlane = coarse.plane;
    //#omp parallel num_threads(threads)
    {
      double[] faces = new double[row];
      double[] edges = new double[row];
      //#omp for
      for (int k = 1; k < coarseRow - 1; k++) {
        for (int j = 1; j < coarseRow - 1; j++) {
          int from = 2 * k * plane + 2 * j * row;
          int to = k * coarsePlane + j * coarseRow;
          across(in, from, row, plane, faces, edges);
          for (int i = 1; i < coarseRow - 1; i++) {
            int m = 2 * i;
            out[to + i] =
                0.5 * in[from + m]
                    + 0.25 * (in[from + m - 1] + in[from + m + 1] + faces[m])
                    + 0.125 * (faces[m - 1] + faces[m + 1] + edges[m])
                    + 0.0625 * (edges[m - 1] + edges[m + 1]);
          }
        }
      }
    }
    wrap(coarse);
  }

  /** Adds the trilinear interpolation of a coarse grid to the next finer one. */
  private void prolong(Grid coarse, Grid fine) {
    double[] in = coarse.values;
    double[] out = fine.values;
    int row = coarse.row;
    int plane = coarse.plane;
    int fineRow = fine.row;
    int finePlane = fine.plane;
    //#omp parallel num_threads(threads)
    {
      double[] beside = new double[row];
      double[] above = new double[row];
      double[] both = new double[row];
      //#omp for
      for (int k = 0; k < row - 1; k++) {
        for (int j = 0; j < row - 1; j++) {
          int from = k * plane + j * row;
          for (int i = 0; i < row; i++) {
            int here = from + i;
            beside[i] = in[here + row] + in[here];
            above[i] = in[here + plane] + in[here];
            both[i] = in[here + plane + row] + in[here + plane] + beside[i];
          }
          int to = 2 * k * finePlane + 2 * j * fineRow;
          for (int i = 0; i < row - 1; i++) {
            int m = to + 2 * i;
            out[m] += in[from + i];
            out[m + 1] += 0.5 * (in[from + i + 1] + in[from + i]);
            out[m + fineRow] += 0.5 * beside[i];
            out[m + fineRow + 1] += 0.25 * (beside[i] + beside[i + 1]);
            out[m + finePlane] += 0.5 * above[i];
            out[m + finePlane + 1] += 0.25 * (above[i] + above[i + 1]);
            out[m + finePlane + fineRow] += 0.25 * both[i];
            out[m + finePlane + fineRow + 1] += 0.125 * (both[i] + both[i + 1]);
          }
        }
      }
    }
  }

  /** Copies each side of the cube to the opposite border, because the cube is periodic. */
  private void wrap(Grid grid) {
    double[] values = grid.values;
    int row = grid.row;
    int plane = grid.plane;
    int last = row - 2;
    //#omp parallel for num_threads(threads)
    for (int k = 1; k < row - 1; k++) {
      for (int j = 1; j < row - 1; j++) {
        int at = k * plane + j * row;
        values[at] = values[at + last];
        values[at + last + 1] = values[at + 1];
      }
      System.arraycopy(values, k * plane + last * row, values, k * plane, row);
      System.arraycopy(values, k * plane + row, values, k * plane + (last + 1) * row, row);
    }
    System.arraycopy(values, last * plane, values, 0, plane);
    System.arraycopy(values, plane, values, (last + 1) * plane, plane);
  }

  private void clear(Grid grid) {
    double[] values = grid.values;
    int plane = grid.plane;
    //#omp parallel for num_threads(threads)
    for (int k = 0; k < grid.row; k++) {
      Arrays.fill(values, k * plane, (k + 1) * plane, 0);
    }
  }

  private double norm(Grid grid) {
    double[] values = grid.values;
    int row = grid.row;
    int plane = grid.plane;
    double sum = 0;
    //#omp parallel for num_threads(threads) reduction(+: sum)
    for (int k = 1; k < row - 1; k++) {
      for (int j = 1; j < row - 1; j++) {
        for (int i = 1; i < row - 1; i++) {
          double value = values[k * plane + j * row + i];
          sum += value * value;
        }
      }
    }
    double points = (double) (row - 2) * (row - 2) * (row - 2);
    return Math.sqrt(sum / points);
  }
}
