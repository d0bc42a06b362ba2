(ns flow-server.blocking
  "Listing 1 of the paper: a pipeline whose functions wait. A client that sends its request slowly
  delays the others, for as long as a request may take; in the form non-blocking it does not."
  (:require [hocket.flow :refer [flow]])
  (:import (dev.hocket.casestudies.flowserver Door)))

(flow :import [dev.hocket.casestudies.flowserver.Receiving
               dev.hocket.casestudies.flowserver.Loading
               dev.hocket.casestudies.flowserver.Answering])

(defn serve [^Door door _ sections arcs]
  (flow {:as :run :result :none :order :free :sections (or sections :single) :arcs (or arcs {})}
    (reply (compose (load (parse (read (accept door))))))))
