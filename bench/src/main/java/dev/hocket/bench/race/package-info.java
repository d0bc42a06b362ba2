/** Races: entrants that do the same work in turn, and the tables of their figures. */
package dev.hocket.bench.race;
