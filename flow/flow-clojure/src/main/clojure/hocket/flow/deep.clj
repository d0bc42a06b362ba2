(ns hocket.flow.deep
  "Calls functions on a deep stack: they recurse as deep as the text of an algorithm nests, which may be
  thousands of calls, or hundreds of branches.")

(def ^:private stack-bytes (* 256 1024 1024))

(defn on-deep-stack
  "Calls a function on a thread with the caller's bindings and a deep stack."
  [f]
  (let [outcome (promise)
        call (bound-fn []
               (deliver outcome (try
                                  {:value (f)}
                                  (catch Throwable thrown {:thrown thrown}))))]
    (.start (Thread. nil call "hocket-flow-deep" stack-bytes))
    (let [{:keys [value thrown]} @outcome]
      (if thrown (throw thrown) value))))
