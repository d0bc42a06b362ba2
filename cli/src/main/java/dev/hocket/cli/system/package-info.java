/** What commands use of the machine: other JVMs, temporary folders, the folder of Hocket. */
package dev.hocket.cli.system;
