/** An adapter to {@link dev.hocket.directives.Omp} for programs of the older OpenMP compiler. */
package pj;
