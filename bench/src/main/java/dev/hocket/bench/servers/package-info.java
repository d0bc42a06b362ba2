/** Web servers in processes of their own, and the clients that load them. */
package dev.hocket.bench.servers;
