(ns hocket.flow.run
  "The functions that expanded flows call at run time."
  (:require [clojure.string :as string]
            [hocket.flow.deep :refer [on-deep-stack]]
            [hocket.flow.refusal :refer [refuse]]
            [hocket.flow.text :as text])
  (:import (clojure.lang Var)
           (java.io Serializable)
           (dev.hocket.core Target)
           (dev.hocket.flow Flow Run)
           (dev.hocket.flow.functions Bindings Library)
           (dev.hocket.flow.graph FlowException FlowFn Graph Position)
           (dev.hocket.flow.mapping JvmOutput)
           (dev.hocket.flow.settings
            Arcs Conveyance Failures Failures$Failure Order Results Sections Waiting)
           (java.util.concurrent CompletableFuture ConcurrentHashMap)
           (java.util.function BiConsumer Consumer Function Supplier UnaryOperator)
           (java.util.regex Pattern)))

;; Graphs

(def ^:private ^ConcurrentHashMap graphs (ConcurrentHashMap.))

(defn- graph
  "Decodes the graph of a text; each text is decoded once."
  ^Graph [chunks]
  (.computeIfAbsent graphs chunks
                    (reify Function
                      (apply [_ chunks] (on-deep-stack #(Graph/decode chunks))))))

;; Functions of Clojure

(defn instances
  "Returns a factory that makes new objects of a function that defsf defined."
  [^Var function]
  (let [make (:hocket.flow/make (meta @function))]
    (reify Supplier
      Serializable
      (get [_]
        (let [f (make)]
          (reify FlowFn
            (call [_ arguments] (apply f arguments))))))))

(defn algorithm
  "Returns the metadata for a Var that defalgo defines."
  [name parameters body ns file line]
  {:name name :parameters parameters :body body :ns ns :file file
   :position (Position. file line 0)})

(JvmOutput/remember)

(def ^:private of-jvm
  "The writers that print to the JVM's own streams."
  #{(.getRawRoot #'*out*) (.getRawRoot #'*err*)})

(defn- printing
  "Returns the writers to which code prints, unless they are the JVM's own."
  []
  (when-not (and (of-jvm *out*) (of-jvm *err*) (JvmOutput/isOne System/out) (JvmOutput/isOne System/err))
    [*out* *err*]))

(defn bindings
  "Makes bindings that know the text of classes which Clojure has compiled, and where code prints."
  ^Bindings []
  (-> (Bindings.)
      (.texts (reify Function (apply [_ type] (text/named type))))
      (.printing (printing))))

;; Options

(defn- refuse-option [option value & known]
  (throw (IllegalArgumentException.
          (str "the option " option " of a flow cannot be " (pr-str value) "; it is "
               (string/join ", " known)))))

(defn- constant
  "Returns the constant of an enumeration that a keyword names."
  [option value constants]
  (or (get constants value)
      (apply refuse-option option value (sort (keys constants)))))

(defn- whole-number [option value]
  (if (int? value)
    (int value)
    (refuse-option option value "a whole number")))

(defn- instance [option ^Class type value]
  (if (instance? type value)
    value
    (refuse-option option value (str "a " (.getName type)))))

(defn- patterns?
  "Whether a value lists the patterns of one section."
  [value]
  (and (sequential? value)
       (every? #(or (string? %) (instance? Pattern %)) value)))

(defn- sections [value]
  (let [lists (when (sequential? value) (if (= :rest (last value)) (butlast value) value))
        listed (when (every? patterns? lists) (Sections/of (mapv #(mapv str %) lists)))]
    (cond
      (instance? Sections value) value
      (= value :single) (Sections/single)
      (= value :per-function) (Sections/perFunction)
      (= value :io) (Sections/io)
      (= value :automatic) (Sections/automatic)
      (and (sequential? value) listed) (if (= :rest (last value)) (.restPerFunction listed) listed)
      :else (refuse-option :sections value ":single" ":per-function" ":io" ":automatic"
                           "a list of lists of patterns as in [[\"acc.*\"] [\"read.*\" \"par.*\"]]"
                           "or one with :rest at its end"))))

(def ^:private waitings {:blocking Waiting/BLOCKING :spinning Waiting/SPINNING :yielding Waiting/YIELDING})

(defn- arcs [value]
  (when-not (map? value)
    (refuse-option :arcs value "a map of :capacity, :waiting, :batch, :inside and inputs like \"load.0\""))
  (reduce-kv (fn [^Arcs arcs key value]
               (cond
                 (= key :capacity) (.capacity arcs (whole-number ":capacity of :arcs" value))
                 (= key :batch) (.batch arcs (whole-number ":batch of :arcs" value))
                 (= key :inside) (.inside arcs (whole-number ":inside of :arcs" value))
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

;; A type has final fields, unlike reify: an engine sees that only the function in it could change something.
(deftype ^:private Report [report]
  Consumer
  (accept [_ failure] (report (failure-data failure)))
  Serializable)

(defn- failures [value]
  (cond
    (instance? Failures value) value
    (= value :stop) (Failures/stop)
    (= value :skip) (failures {:skip report-skipped})
    (and (map? value) (:retry value))
    (Failures/retry (whole-number ":retry of :failures" (:retry value)) (failures (or (not-empty (dissoc value :retry)) :stop)))
    (and (map? value) (ifn? (:skip value)))
    (Failures/skip (Report. (:skip value)))
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
   :in-flight (fn [^Flow flow value] (.inFlight flow (whole-number :in-flight value)))
   :target (fn [^Flow flow value] (.target flow (instance :target Target value)))
   :blocking-target (fn [^Flow flow value] (.blockingTarget flow (instance :blocking-target Target value)))
   :as (fn [flow _] flow)})

(defn check-options
  "Refuses options that no flow has."
  [position options]
  (when-not (or (nil? options) (map? options))
    (refuse position "the options of a flow are a map, and not " (pr-str options)))
  (doseq [option (keys options)]
    (when-not (setters option)
      (refuse position "a flow has no option " (pr-str option) "; there are "
              (string/join ", " (sort (keys setters)))))))

(defn statement
  "Returns the value of the first statement of a flow, which must not be options."
  [place value]
  (when (and (map? value) (seq value) (every? setters (keys value)))
    (throw (IllegalArgumentException.
            (str place ": the first form of this flow computes options, " (pr-str value) ", but calls a function"
                 " that may have effects, so it is a statement; name the options: (let [options …] (flow options …))"))))
  value)

(defn- placing
  "Calls f and returns its value; an exception for a wrong value of an option gets the position of the flow."
  [position option f]
  (try
    (f)
    (catch FlowException placed (throw placed))
    (catch IllegalArgumentException wrong
      (let [message (ex-message wrong)]
        (if (string/starts-with? message "the option ")
          (refuse position message)
          (refuse position "the option " option " of a flow: " message))))))

;; Running

(defn- conveyance
  "Makes a Conveyance that carries the dynamic bindings of the calling thread."
  []
  (let [frame (Var/cloneThreadBindingFrame)
        bound (get-thread-bindings)]
    (reify Conveyance
      (enter [_]
        (let [before (Var/getThreadBindingFrame)]
          (Var/resetThreadBindingFrame frame)
          before))
      (names [_]
        (mapv str (keys bound)))
      (leave [_ before]
        (Var/resetThreadBindingFrame before)))))

(defn flow
  "Makes the Flow of a graph's text, with code, values and options."
  ^dev.hocket.flow.Flow [chunks ^Bindings bindings options]
  (let [graph (graph chunks)
        position (.position graph)]
    (check-options position options)
    (reduce-kv (fn [flow option value]
                 (if (nil? value)
                   flow
                   (placing position option #((setters option) flow value))))
               (.conveyance (Flow/of graph bindings) (conveyance))
               options)))

(defn- stage
  "Makes a stage of the value of a run. Cancelling the stage stops the run."
  [^Run run shown]
  (let [stage (CompletableFuture.)]
    (.whenComplete (.completion run)
                   (reify BiConsumer
                     (accept [_ value failure]
                       (if failure
                         (.completeExceptionally stage failure)
                         (.complete stage (shown value))))))
    (.whenComplete stage
                   (reify BiConsumer
                     (accept [_ _ _]
                       (when (.isCancelled stage) (.cancel run)))))
    stage))

(defn replace-function
  "Replaces a function of a run by the one of the same name that classes have."
  [^Run run function classes hand-over]
  (.replace run (str function) (Library/of (into-array Class (if (class? classes) [classes] classes)))
            (reify UnaryOperator
              (apply [_ former] (hand-over former)))))

(defn replace-code
  "Replaces a function of a run that is written in Clojure."
  [^Run run function successor]
  (.replace run (str function)
            (reify UnaryOperator
              (apply [_ former]
                (let [next (successor (fn [& arguments] (.call ^FlowFn former (object-array arguments))))]
                  (reify FlowFn
                    (call [_ arguments] (apply next arguments))))))))

(defn run
  "Runs a flow, and returns its value in the form that the option :as names."
  [^Flow flow {:keys [as result]}]
  (when (System/getProperty "hocket.flow.packaging")
    (refuse (.position (.graph flow)) "this flow would run while the program is packaged, and again on each machine;"
            " write (defn -main [& arguments] ...) around it"))
  (let [shown (if (and (= result :all) (.hasSource (.graph flow))) vec identity)]
    (case (or as :value)
      :value (shown (.run flow))
      :stage (stage (.start flow) shown)
      :run (.start flow)
      :publisher (.publisher flow)
      (placing (.position (.graph flow)) :as
               #(refuse-option :as as ":value" ":stage" ":publisher" "or :run")))))
