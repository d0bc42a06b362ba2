package dev.hocket.bench.nas;

/**
 * The problem of CG for one size, and its published result.
 *
 * @param rows the number of rows of the matrix
 * @param nonzeros the number of nonzeros of each random vector that the matrix is made of
 * @param iterations the number of inverse iterations
 * @param shift the shift of the matrix's diagonal
 * @param zeta the published estimate of the eigenvalue
 */
public record CgProblem(int rows, int nonzeros, int iterations, double shift, double zeta) {
  /** The number of steps of the solver in each iteration. */
  public static final int STEPS_OF_SOLVER = 25;

  /**
   * Returns the problem.
   *
   * @param size the size
   * @return the problem
   */
  public static CgProblem of(Size size) {
    return switch (size) {
      case S -> new CgProblem(1_400, 7, 15, 10, 8.5971775078648);
      case W -> new CgProblem(7_000, 8, 15, 12, 10.362595087124);
      case A -> new CgProblem(14_000, 11, 15, 20, 17.130235054029);
    };
  }

  /**
   * Creates the matrix; not part of the measured time.
   *
   * @return the matrix
   */
  public SparseMatrix matrix() {
    return SparseMatrix.random(rows, nonzeros, shift);
  }

  /**
   * Compares a result with the published one.
   *
   * @param result the estimate of the eigenvalue
   */
  public void verify(double result) {
    NasKernel.verify("CG, zeta", result, zeta, 1e-10);
  }

  /**
   * Checks that the solver has converged.
   *
   * @param residual the norm of x - A z
   */
  public static void verifyResidual(double residual) {
    if (!(residual < 1e-6)) {
      throw new AssertionError("CG, the residual is " + residual);
    }
  }
}
