(ns flow-server.registry
  "Listings 10 and 13 of the paper: GET and POST, each a branch, on a registry that both share."
  (:require [hocket.flow :refer [flow]])
  (:import (dev.hocket.casestudies.flowserver Door)
           (java.util HashMap)))

(flow :import [dev.hocket.casestudies.flowserver.Receiving
               dev.hocket.casestudies.flowserver.Registry
               dev.hocket.casestudies.flowserver.Answering])

(defn serve
  "The registry is a plain map: sections that separate load from store are refused."
  [^Door door _ sections arcs]
  (let [^HashMap registry (HashMap.)]
    (flow {:as :run :result :none :order :free
           :sections (or sections [["accept"] ["read" "parse-header"] ["load" "store"] ["compose.*" "refuse" "reply"]])
           :arcs (or arcs {})}
      (let [[asked method resource body] (-> door accept read parse-header)]
        (reply
         (case method
           ("GET" "HEAD") (compose-get asked (load resource registry))
           "POST" (compose-post asked (store resource body registry))
           (refuse asked)))))))
