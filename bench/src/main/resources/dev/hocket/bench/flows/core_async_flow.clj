(ns dev.hocket.bench.flows.core-async-flow
  "A pipeline of three processes of core.async.flow."
  (:require [clojure.core.async.flow :as flow])
  (:import (dev.hocket.bench.flows PipelineStages$First PipelineStages$Second PipelineStages$Third)))

(defn- process
  "Calls f with each number that comes in."
  [f out?]
  (flow/process
   (fn
     ([] {:ins {:in "numbers"} :outs (if out? {:out "numbers"} {}) :workload :compute})
     ([_] {})
     ([state _] state)
     ([state _ number]
      (let [value (f number)]
        [state (when out? {:out [value]})])))))

(defn run [items rounds capacity]
  (let [items (long items)
        rounds (int rounds)
        first (PipelineStages$First.)
        second (PipelineStages$Second.)
        third (PipelineStages$Third.)
        sum (promise)
        left (volatile! items)
        collect (fn [number]
                  (let [value (.third third (long number) rounds)]
                    (when (zero? (vswap! left dec))
                      (deliver sum value))))
        chan-opts {:in {:buf-or-n capacity}}
        graph (flow/create-flow
               {:procs {:first {:proc (process #(.first first (long %) rounds) true) :chan-opts chan-opts}
                        :second {:proc (process #(.second second (long %) rounds) true) :chan-opts chan-opts}
                        :third {:proc (process collect false) :chan-opts chan-opts}}
                :conns [[[:first :out] [:second :in]]
                        [[:second :out] [:third :in]]]})]
    (flow/start graph)
    (flow/resume graph)
    (try
      (doseq [numbers (partition-all 64 (range 1 (inc items)))]
        @(flow/inject graph [:first :in] (vec numbers)))
      (deref sum 60000 -1)
      (finally
        (flow/stop graph)))))
