/** The command {@code hocket doctor}: what of the machine keeps parts of Hocket from working. */
package dev.hocket.cli.doctor;
