(ns dev.hocket.bench.flows.core-async-pipeline
  "A pipeline of three go blocks."
  (:require [clojure.core.async :refer [<! <!! >! chan go]])
  (:import (dev.hocket.bench.flows PipelineStages$First PipelineStages$Second PipelineStages$Third)))

(defn run [items rounds capacity]
  (let [items (long items)
        rounds (int rounds)
        one (chan capacity)
        two (chan capacity)
        first (PipelineStages$First.)
        second (PipelineStages$Second.)
        third (PipelineStages$Third.)]
    (go (loop [i 1]
          (when (<= i items)
            (>! one (.first first i rounds))
            (recur (inc i)))))
    (go (dotimes [_ items]
          (>! two (.second second (long (<! one)) rounds))))
    (<!! (go (loop [left items, last 0]
               (if (zero? left)
                 last
                 (recur (dec left) (.third third (long (<! two)) rounds))))))))
