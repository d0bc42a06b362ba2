(ns hocket.flow.harness
  "Runs one text twice: as a flow, and as plain Clojure.

  As plain Clojure, each function is a macro that calls a Java object of its own: macro expansion gives each
  call one object, as a flow does. An algorithm is a macro, too, which copies it into the place of the call.
  The compiler of Clojure does the rest."
  (:require [clojure.walk :as walk]
            [hocket.flow]
            [hocket.flow.compile :as compile]
            [hocket.flow.names :as names])
  (:import (clojure.lang Reflector)
           (dev.hocket.flow Flow)
           (dev.hocket.flow.graph Implementation$JavaMethod Position)
           (java.util.concurrent CompletionStage)))

(def functions 'dev.hocket.flow.clojure.functions)

;; Plain Clojure

(def ^:dynamic *objects* "The objects of the calls of a run." nil)

(def ^:dynamic *keys* "The keys of the replicas by key that enclose a call; each combination has its own objects." [])

(defn- object [site ^Class type]
  (or (get @*objects* [site *keys*])
      (let [made (Reflector/invokeConstructor type (object-array 0))]
        (swap! *objects* assoc [site *keys*] made)
        made)))

(defn call
  "Calls a Java method on the object of a call."
  [site owner method static async & arguments]
  (let [type (Class/forName owner)
        given (object-array arguments)
        value (if static
                (Reflector/invokeStaticMethod type ^String method given)
                (Reflector/invokeInstanceMethod (object site type) method given))]
    (if (identical? value Flow/END)
      (throw (ex-info "a source has ended" {::end true}))
      (if async (.join (.toCompletableFuture ^CompletionStage value)) value))))

(defn- call-form [ns name arguments]
  (let [^Implementation$JavaMethod linked
        (names/linked ns name (count arguments) (Position. "harness" 0 0))]
    `(call '~(gensym "site") ~(.owner linked) ~(.method linked) ~(.isStatic linked) ~(.async linked) ~@arguments)))

(defn- define-function [ns flow-ns name]
  (doto (intern ns (with-meta name {:macro true})
                (fn [_ _ & arguments] (call-form flow-ns name arguments)))
    (.setMacro)))

(defn- callable? [ns form]
  (or (and (symbol? form) (some-> (ns-resolve ns form) meta :macro))
      (and (seq? form) (= 'algo (first form)))))

(defn- define-algorithm [ns [_ name parameters & body]]
  (doto (intern ns (with-meta name {:macro true})
                (fn [_ _ & arguments]
                  (let [pairs (map vector parameters arguments)
                        callables (into {} (filter #(callable? ns (second %)) pairs))
                        values (remove #(callable? ns (second %)) pairs)]
                    `(let [~@(mapcat identity values)]
                       ~@(walk/postwalk-replace callables body)))))
    (.setMacro)))

(defmacro plain-algo [parameters & body]
  `(fn ~parameters ~@body))

(defmacro plain-smap [function collection]
  `(mapv (fn [element#] (~function element#)) ~collection))

(defmacro plain-replicas
  ([_ body] body)
  ([_ input body]
   (if (and (seq? body) (= '-> (first body)) (not-any? #{input} body))
     `(-> ~input ~@(rest body))
     body))
  ([_ _ input body] `(plain-replicas 1 ~input ~body))
  ([_ _ key input body]
   `(let [key# (~key ~input)]
      (binding [*keys* (conj *keys* key#)] (plain-replicas 1 ~input ~body)))))

(defn- define-macro [ns name macro]
  (.setMacro (intern ns (with-meta name {:macro true}) @macro)))

(defn- plain-namespace [flow-ns]
  (let [ns (create-ns (gensym "plain"))]
    (binding [*ns* ns]
      (refer 'clojure.core))
    (doseq [name (names/function-names flow-ns)]
      (when (ns-resolve ns (symbol name)) (ns-unmap ns (symbol name)))
      (define-function ns flow-ns (symbol name)))
    (define-macro ns 'algo #'plain-algo)
    (define-macro ns 'smap #'plain-smap)
    (define-macro ns '|| #'plain-replicas)
    ns))

(defn- compiled [ns form]
  (binding [*ns* ns] (eval form)))

(defn- packets
  "Lists what a thunk returns, called again and again until a source ends."
  [thunk streams]
  (if streams
    (loop [results []]
      (let [result (try
                     [(thunk)]
                     (catch clojure.lang.ExceptionInfo e
                       (when-not (::end (ex-data e)) (throw e))))]
        (if result
          (recur (into results result))
          results)))
    (thunk)))

(def sources '#{up-to letters})

(defn- streams? [body]
  (boolean (some sources (tree-seq coll? seq body))))

;; Both

(defn- flow-namespace []
  (let [ns (create-ns (gensym "flowing"))]
    (binding [*ns* ns]
      (refer 'clojure.core)
      (refer 'hocket.flow)
      (names/import-functions! ns [functions] (Position. "harness" 0 0)))
    ns))

(defn plainly
  "Returns the value of a text as plain Clojure; of all packets, if there is a source."
  [definitions body]
  (let [flow-ns (flow-namespace)
        ns (plain-namespace flow-ns)]
    (doseq [definition definitions] (define-algorithm ns definition))
    (binding [*objects* (atom {})]
      (packets (compiled ns `(fn [] ~body)) (streams? body)))))

(defn flowing
  "Makes a function of options that runs a text as a flow."
  [definitions body]
  (let [ns (flow-namespace)
        names '[sections arcs order failures]]
    (doseq [definition definitions] (compiled ns definition))
    (compiled ns `(fn [{:keys ~names}]
                    (~'flow ~(cond-> (zipmap (map keyword names) names)
                               (streams? body) (assoc :result :all))
                            ~body)))))

(def ^:private namespaces
  "The namespaces of all texts without definitions, one for flows and one for plain Clojure."
  (delay (let [flow-ns (flow-namespace)] [flow-ns (plain-namespace flow-ns)])))

(defmacro flow-object
  "Makes the Flow of a body, whose value is that of all packets."
  [body]
  (compile/flow-form &form [body] {:result :all} &env))

(defn around-plainly
  "Runs a text as plain Clojure inside of bindings; returns the value of all packets, and that of a form
  afterwards."
  [bindings body shown]
  (let [[_ ns] @namespaces
        packets (fn [thunk] (packets thunk true))]
    (binding [*objects* (atom {})]
      ((compiled ns `(fn [packets#] (let ~bindings [(packets# (fn [] ~body)) ~shown]))) packets))))

(defn around-flowing
  "Makes a function that does the same with a flow, which it passes to a way to run it."
  [bindings body shown]
  (compiled (first @namespaces) `(fn [way#] (let ~bindings [(vec (way# (flow-object ~body))) ~shown]))))

(defn comparable
  "Returns a value without arrays, so that equal values are equal."
  [value]
  (walk/prewalk (fn [part] (if (and part (.isArray (class part))) (vec part) part)) value))

(def settings
  "The settings under which every text is run."
  [{} ; measurements decide
   {:sections :single}
   {:sections :per-function}
   {:sections :per-function :arcs {:capacity 1 :batch 1}}
   {:sections :per-function :arcs {:capacity 2 :batch 3 :waiting :yielding}}])

(defn differences
  "Describes how the values of a text differ as plain Clojure and as a flow under some settings; nil if they
  are equal."
  ([body] (differences [] body))
  ([definitions body] (differences definitions body settings))
  ([definitions body settings]
   (let [expected (comparable (plainly definitions body))
         run (flowing definitions body)]
     (seq (for [options settings
                :let [actual (comparable (run options))]
                :when (not= expected actual)]
            {:body body :options options :expected expected :actual actual})))))
