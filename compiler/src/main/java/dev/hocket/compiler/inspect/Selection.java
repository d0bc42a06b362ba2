package dev.hocket.compiler.inspect;

/**
 * Whole statements of one list that a user has selected.
 *
 * @param start where the first one begins
 * @param end where the last one ends
 * @param isSingle whether the selection is one statement
 * @param sharing the directive that shares the selection out to several threads; empty unless it is
 *     one {@code for} loop with independent iterations
 * @param declaration the parts of the selection if it is a declaration, else null
 * @param function the name of the method around them; empty in a lambda
 * @param functionStart where that method begins
 * @param isPrivate whether only this file can call it
 * @param obstacle the reason why they cannot run on a worker; empty if none is known
 */
public record Selection(
    int start,
    int end,
    boolean isSingle,
    String sharing,
    Declaration declaration,
    String function,
    int functionStart,
    boolean isPrivate,
    String obstacle) {
  /**
   * A declaration of one variable that gets a value.
   *
   * @param type its type, as it is written
   * @param name its name
   * @param value the expression of its value, as it is written
   */
  public record Declaration(String type, String name, String value) {}
}
