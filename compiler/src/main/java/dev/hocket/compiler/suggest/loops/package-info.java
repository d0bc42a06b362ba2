/** Whether the iterations of a loop are independent, so that a directive can share them out. */
package dev.hocket.compiler.suggest.loops;
