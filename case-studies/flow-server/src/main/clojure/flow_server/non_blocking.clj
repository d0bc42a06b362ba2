(ns flow-server.non-blocking
  "Listing 8 of the paper: a loop reads requests without waiting for any of them, so a complete
  request overtakes incomplete ones. The loop's functions are in two sections, so several requests
  can be in the loop at a time. In one section, a loop finishes one packet before it takes the
  next."
  (:require [hocket.flow :refer [flow]])
  (:import (dev.hocket.casestudies.flowserver Connection Door)))

(flow :import [dev.hocket.casestudies.flowserver.Receiving
               dev.hocket.casestudies.flowserver.Loading
               dev.hocket.casestudies.flowserver.Answering])

(def ^:private most-slow-clients
  "An incomplete request is a packet, too, and occupies a place in the arcs of the loop."
  1000)

(defn serve [^Door door _ sections arcs]
  (flow {:as :run :result :none :order :free :sections (or sections :io)
         :in-flight most-slow-clients :arcs (or arcs {:capacity most-slow-clients})}
    (reply
     (compose
      (load
       (parse
        (loop [connection (nb-read (accept door))]
          (if (.isWhole ^Connection connection)
            connection
            (recur (nb-read-more (pause connection)))))))))))
