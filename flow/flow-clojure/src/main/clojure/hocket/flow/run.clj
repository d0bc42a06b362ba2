(ns hocket.flow.run
  "The functions that expanded flows call at run time."
  (:require [clojure.string :as string])
  (:import (clojure.lang Var)
           (dev.hocket.flow Arcs Bindings Conveyance Failures Failures$Failure Flow FlowFn Graph Order
                            Position Results Sections Waiting)
           (java.util.concurrent ConcurrentHashMap)
           (java.util.function Consumer Function Supplier)))

;; Graphs

(def ^:private ^ConcurrentHashMap graphs (ConcurrentHashMap.))

(defn- graph
  "Decodes the graph of a text; each text is decoded once."
  ^Graph [chunks]
  (.computeIfAbsent graphs chunks
                    (reify Function
                      (apply [_ chunks] (Graph/decode chunks)))))

;; Functions of Clojure

(defn instances
  "A factory of fresh objects of a function that defsf defined."
  [function]
  (let [make (:hocket.flow/make (meta function))]
    (reify Supplier
      (get [_]
        (let [f (make)]
          (reify FlowFn
            (call [_ arguments] (apply f arguments))))))))

(defn algorithm
  "The metadata of a Var that defalgo defined."
  [name parameters body ns file line]
  {:name name :parameters parameters :body body :ns ns :file file
   :position (Position. file line 0)})

;; Options

(defn- refuse-option [option value & known]
  (throw (IllegalArgumentException.
          (str "the option " option " of a flow cannot be " (pr-str value) "; it is "
               (string/join ", " known)))))

(defn- constant
  "The constant of an enumeration that a keyword names."
  [option value constants]
  (or (get constants value)
      (apply refuse-option option value (sort (keys constants)))))

(defn- sections [value]
  (cond
    (instance? Sections value) value
    (= value :single) (Sections/single)
    (= value :per-function) (Sections/perFunction)
    (= value :io) (Sections/io)
    (and (sequential? value) (every? sequential? (butlast value)))
    (if (= :rest (last value))
      (.restPerFunction (Sections/of (mapv vec (butlast value))))
      (Sections/of (mapv vec value)))
    :else (refuse-option :sections value ":single" ":per-function" ":io"
                         "a list of lists of patterns as in [[\"acc.*\"] [\"read.*\" \"par.*\"]],"
                         "or one with :rest at its end")))

(def ^:private waitings {:blocking Waiting/BLOCKING :spinning Waiting/SPINNING :yielding Waiting/YIELDING})

(defn- arcs [value]
  (when-not (map? value)
    (refuse-option :arcs value "a map of :capacity, :waiting, :batch, :inside and inputs like \"load.0\""))
  (reduce-kv (fn [^Arcs arcs key value]
               (cond
                 (= key :capacity) (.capacity arcs (int value))
                 (= key :batch) (.batch arcs (int value))
                 (= key :inside) (.inside arcs (int value))
                 (= key :waiting) (.waiting arcs (constant ":waiting of :arcs" value waitings))
                 (string? key) (.arc arcs key (hocket.flow.run/arcs value))
                 :else (refuse-option :arcs key ":capacity" ":waiting" ":batch" ":inside"
                                      "or the name of an input like \"load.0\"")))
             (Arcs/defaults)
             value))

(defn- failure-data [^Failures$Failure failure]
  {:call (.call failure) :position (str (.position failure)) :packet (.packet failure)
   :cause (.cause failure)})

(defn- report-skipped [{:keys [call position packet cause]}]
  (binding [*out* *err*]
    (println (str "flow: packet " packet " is skipped, because " call " at " position " threw " cause))))

(defn- failures [value]
  (cond
    (instance? Failures value) value
    (= value :stop) (Failures/stop)
    (= value :skip) (failures {:skip report-skipped})
    (and (map? value) (:retry value))
    (Failures/retry (int (:retry value)) (failures (or (not-empty (dissoc value :retry)) :stop)))
    (and (map? value) (:skip value))
    (Failures/skip (reify Consumer
                     (accept [_ failure] ((:skip value) (failure-data failure)))))
    :else (refuse-option :failures value ":stop" ":skip" "{:skip (fn [failure] ...)}" "{:retry 3}"
                         "{:retry 3 :skip (fn [failure] ...)}")))

(def ^:private setters
  {:sections (fn [^Flow flow value] (.sections flow (sections value)))
   :arcs (fn [^Flow flow value] (.arcs flow (arcs value)))
   :order (fn [^Flow flow value]
            (.order flow (constant :order value {:kept Order/KEPT :free Order/FREE})))
   :result (fn [^Flow flow value]
             (.result flow (constant :result value
                                     {:all Results/ALL :last Results/LAST :none Results/NONE})))
   :failures (fn [^Flow flow value] (.failures flow (failures value)))
   :in-flight (fn [^Flow flow value] (.inFlight flow (int value)))
   :target (fn [^Flow flow value] (.target flow value))
   :blocking-target (fn [^Flow flow value] (.blockingTarget flow value))
   :as (fn [flow _] flow)})

(def options
  "All options of a flow."
  (sort (keys setters)))

;; Running

(defn- conveyance
  "Carries the dynamic bindings of the calling thread."
  []
  (let [frame (Var/cloneThreadBindingFrame)]
    (reify Conveyance
      (enter [_]
        (let [before (Var/getThreadBindingFrame)]
          (Var/resetThreadBindingFrame frame)
          before))
      (leave [_ before]
        (Var/resetThreadBindingFrame before)))))

(defn flow
  "The Flow of a graph's text, with code, values and options."
  ^dev.hocket.flow.Flow [chunks ^Bindings bindings options]
  (reduce-kv (fn [flow option value] (if (nil? value) flow ((setters option) flow value)))
             (.conveyance (Flow/of (graph chunks) bindings) (conveyance))
             options))

(defn run
  "Runs a flow, and returns its value in the form that the option :as names."
  [^Flow flow {:keys [as result]}]
  (case (or as :value)
    :value (let [value (.run flow)]
             (if (= result :all) (vec value) value))
    :stage (.completion (.start flow))
    :run (.start flow)
    :publisher (.publisher flow)
    (refuse-option :as as ":value" ":stage" ":publisher" "or :run")))
