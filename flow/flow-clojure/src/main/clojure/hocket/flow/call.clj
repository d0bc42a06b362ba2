(ns hocket.flow.call
  "Reads calls of functions and algorithms, smap and ||. A function or algorithm is resolved while the
  graph is made, and is never a value in the graph."
  (:require [hocket.flow.names :as names]
            [hocket.flow.refusal :refer [position refuse]]
            [hocket.flow.tree :refer [analyze analyze-all analyze-body applied bind children tree]])
  (:import (dev.hocket.flow.graph Implementation)))

(defn algo?
  "Whether a head makes an anonymous algorithm."
  [head {:keys [ns locals]}]
  (and (symbol? head)
       (not (get locals head))
       (let [found (names/meaning ns head)]
         (and (var? found) (= 'hocket.flow/algo (symbol found))))))

(defn- algorithm-of
  "Describes an anonymous algorithm, which may use the locals of the enclosing form."
  [[_ parameters & body :as form] env]
  (when-not (vector? parameters)
    (refuse (position form env) "(algo [parameters] body) begins with its parameters; this begins with "
            (pr-str parameters)))
  {:kind :algorithm :name 'algo :parameters parameters :body body :within env
   :position (position form env)})

(defn callable-of
  "Returns the function or algorithm that a form stands for, or nil if it stands for a value."
  [form {:keys [ns locals] :as env}]
  (cond
    (contains? locals form) (:callable (get locals form))
    (symbol? form) (if (names/function? ns form)
                     {:kind :function :name form :ns ns}
                     (let [found (names/meaning ns form)
                           {:hocket.flow/keys [algorithm function]} (when (var? found) (meta found))]
                       (cond
                         algorithm (assoc algorithm :kind :algorithm)
                         function (assoc function :kind :coded :var found))))
    (and (seq? form) (algo? (first form) env)) (algorithm-of form env)))

(defn refuse-as-value
  "Refuses a function or algorithm where a value must stand."
  [form env callable]
  (refuse (position form env) "'" (if (seq? form) "algo" form) "' is "
          (if (= :algorithm (:kind callable)) "an algorithm" "a function")
          " of the flow and no value: call it, or pass it to an algorithm or smap"))

;; Calls

(defn- refuse-second-sight [form {:keys [seen] :as env} name]
  (when (.put ^java.util.IdentityHashMap seen form form)
    (refuse (position form env) "the call of '" name "' stands twice in what a macro around it expands to"
            " (as doseq does it), but a call has one object of state; use smap or loop")))

(defn- arity-of [parameters]
  (let [[required more] (split-with #(not= '& %) parameters)]
    [(count required) (boolean (seq more))]))

(defn- check-arity [form env name parameters actual]
  (let [[required variadic] (arity-of parameters)]
    (when-not (if variadic (>= actual required) (= actual required))
      (refuse (position form env) "'" name "' takes " required (when variadic " or more")
              (if (= 1 required) " argument " " arguments ") (pr-str parameters)
              ", and is called with " actual))))

(defn- call [form env name implementation arguments]
  (refuse-second-sight form env name)
  (let [tree (tree :call form env arguments
                   {:function name :implementation implementation :arguments arguments})]
    (assoc tree :flow {:function name :position (:position tree)})))

(defn- call-function [form env {:keys [name ns]}]
  (let [arguments (analyze-all (rest form) env)
        method (names/linked ns name (count arguments) (position form env))]
    (call form env (clojure.core/name name) {:java method} arguments)))

(defn- call-coded [form env {:keys [name parameters] :as function}]
  (check-arity form env name parameters (dec (count form)))
  (call form env (clojure.core/name name) {:coded function} (analyze-all (rest form) env)))

(def ^:private deepest-nesting
  "The nesting depth beyond which algorithms that are passed as arguments must be calling themselves."
  100)

(defn- copy-of-algorithm
  "Makes the environment for reading an algorithm's body. An anonymous algorithm sees the enclosing locals;
  the free names of a named one are resolved where it was defined."
  [form env {:keys [name ns file position within body]}]
  (let [id (if within (System/identityHashCode body) name)
        around (:inside (or within env) #{})]
    (when (or (around id) (> (:nesting env 0) deepest-nesting))
      (refuse (hocket.flow.refusal/position form env) "the algorithm '" name
              "' calls itself, and a graph cannot grow while it runs; use loop and recur"))
    (assoc (or within {:ns (the-ns ns) :file file :around position :locals {}
                       :globals (:globals env)})
           :recur-arity nil
           :seen (java.util.IdentityHashMap.)
           :nesting (inc (:nesting env 0))
           :inside (conj around id))))

(defn- analyze-arguments
  "Reads an algorithm's arguments as callables and trees; all beyond the required ones are one list."
  [form env required variadic]
  (let [env (dissoc env :recur-arity)
        given (mapv (fn [argument]
                      (if-let [callable (callable-of argument env)]
                        {:callable callable}
                        {:tree (analyze argument env)}))
                    (take required (rest form)))]
    (if variadic
      (let [more (analyze-all (drop required (rest form)) env)]
        (conj given {:tree (applied form env more #(when (seq %) (list* `list %)))}))
      given)))

(defn- call-algorithm
  "Copies an algorithm into the place of its call; its parameters become locals."
  [form env {:keys [name parameters body] :as algorithm}]
  (refuse-second-sight form env name)
  (check-arity form env name parameters (dec (count form)))
  (let [[required variadic] (arity-of parameters)
        patterns (remove #{'&} parameters)
        holders (map #(if (symbol? %) % (gensym "argument")) patterns)
        given (analyze-arguments form env required variadic)
        [inside bindings]
        (reduce (fn [[inside bindings] [holder {:keys [callable tree]}]]
                  (if callable
                    [(assoc-in inside [:locals holder] {:callable callable}) bindings]
                    (let [[inside own] (bind inside holder)]
                      [inside (conj bindings [own tree])])))
                [(copy-of-algorithm form env algorithm) []]
                (map vector holders given))
        destructured (mapcat (fn [pattern holder] (when-not (symbol? pattern) [pattern holder]))
                             patterns holders)
        value (if (seq destructured)
                (analyze `(let [~@destructured] ~@body) inside)
                (analyze-body body form inside))]
    (tree :let form env (conj (mapv second bindings) value) {:bindings bindings :value value})))

(defn call-callable
  "Reads a call whose head is a function or algorithm; returns its tree."
  [form env callable]
  (case (:kind callable)
    :function (call-function form env callable)
    :coded (call-coded form env callable)
    :algorithm (call-algorithm form env callable)))

;; smap and ||

(defn- in-graph
  "Makes a tree a node of its own, whether it calls a function or not."
  [{:keys [flow position] :as tree} name]
  (assoc tree :flow (or flow {:function name :position position})))

(defn analyze-smap
  "Reads (smap function collection) for a function, an algorithm or any value that Clojure can call."
  [[_ function collection :as form] env]
  (when-not (= 3 (count form))
    (refuse (position form env) "(smap function collection) takes a function or algorithm and a"
            " collection; this has " (dec (count form)) " arguments"))
  (let [env (dissoc env :recur-arity)]
    (if (or (callable-of function env) (symbol? function) (keyword? function))
      (let [collection (analyze collection env)
            element (gensym "element")
            [inside own] (bind env element)
            value (analyze (with-meta (list function element) (meta form)) inside)]
        (in-graph (tree :smap form env [collection value]
                        {:collection collection :parameter own :value value})
                  "smap"))
      (let [once (gensym "function")]
        (analyze `(let [~once ~function] ~(with-meta `(hocket.flow/smap ~once ~collection) (meta form))) env)))))

(defn- mentions? [form name]
  (boolean (some #{name} (tree-seq coll? seq form))))

(defn- headless?
  "Whether a body is a -> or ->> that still lacks its first value."
  [body input]
  (and (seq? body) (#{"->" "->>"} (clojure.core/name (first body)))
       (not (and (symbol? input) (mentions? body input)))))

(def ^:private balances #{:round-robin :least-loaded :random :by-hash})

(def ^:private ways-of-replicas
  (str "; write (|| n expression), (|| n x (-> f g)), (|| n {:degree d :balance b} x body)"
       " or (|| n :by key x body)"))

(defn- options-of-replicas
  "Splits the arguments of || after n into the options, {options}, :by key, or :by key {options}, and the rest."
  [[first-form second-form & others :as more]]
  (cond
    (= :by first-form)
    (let [[options others] (if (and (map? (first others)) (next others))
                             [(first others) (rest others)]
                             [{} others])]
      [(assoc options :by second-form) others])

    (and (map? first-form) (next more)) [first-form (cons second-form others)]
    :else [{} more]))

(defn- check-replicas [form env {:keys [balance by keys] :as options} more]
  (let [refuse #(apply refuse (position form env) %&)]
    (when-let [unknown (seq (remove #{:degree :balance :by :keys} (clojure.core/keys options)))]
      (refuse "|| has no option " (pr-str (first unknown)) ways-of-replicas))
    (when-not (or (nil? balance) (balances balance))
      (refuse "|| cannot balance by " (pr-str balance) "; there are " (pr-str (sort balances))))
    (when (contains? options :by)
      (when (nil? by)
        (refuse "|| has no key after :by; write (|| n :by key x body), where key is a function of x"))
      (when balance
        (refuse "|| with :by and :balance " (pr-str balance) ": the key selects the replica; leave out :balance"))
      (when-not (next more)
        (refuse "|| with :by needs the value that has the key; write (|| n :by key x body)")))
    (when-not (or (nil? keys) (contains? options :by))
      (refuse "|| has :keys, a limit of keys, but no key; write (|| n :by key {:keys limit} x body)"))
    (when-not (or (nil? keys) (and (pos-int? keys) (<= keys Integer/MAX_VALUE)))
      (refuse ":keys of || cannot be " (pr-str keys) "; it is a constant, at most how many keys have state"))))

(defn- refuse-stateful
  "Throws if the tree of a key calls a function with state."
  [{:keys [implementation function position] :as tree}]
  (let [{:keys [java coded]} implementation]
    (when (or (:stateful coded) (some-> ^Implementation java .stateful))
      (refuse position "the function '" function "', which computes the key of ||, has state;"
              " a key depends on its value only"))
    (run! refuse-stateful (children tree))))

(defn- analyze-key
  "Analyses the key of an input; returns its tree and the local for the input. The key is a function, called
  as (key input), or an expression with the input's name in it."
  [key input env]
  (let [name (if (symbol? input) input (gensym "keyed"))
        [inside own] (bind env name)
        function? (or (callable-of key env) (not (seq? key)) (#{'fn 'fn* 'algo} (first key)))
        value (analyze (if (and (not function?) (symbol? input) (mentions? key input))
                         key
                         (with-meta (list key name) (meta key)))
                       inside)]
    (refuse-stateful value)
    {:parameter own :value value}))

(defn analyze-replicas
  "Reads (|| n expression), (|| n x body), (|| n {options} x body) and (|| n :by key x body)."
  [[_ copies & given :as form] env]
  (let [[{:keys [degree balance by] :as options} more] (options-of-replicas given)
        [input body] (if (next more) more [nil (first more)])]
    (check-replicas form env options more)
    (when-not (and (pos-int? copies) (<= 1 (count more) 2))
      (refuse (position form env) "|| takes a constant number of replicas and a body" ways-of-replicas))
    (let [env (dissoc env :recur-arity)
          name (if (symbol? input) input (gensym "balanced"))
          body (if (and (next more) (headless? body input))
                 (list* (first body) name (rest body))
                 body)
          given (analyze input env)
          key (when by (analyze-key by input env))
          degree (when degree (analyze degree env))
          [inside own] (bind env name)
          value (analyze body inside)]
      (in-graph (tree :replicas form env (cond-> [given value] degree (conj degree) key (conj (:value key)))
                      {:copies copies :degree degree
                       :balance (or balance (if key :by-hash :round-robin))
                       :key key :keys (:keys options)
                       :input given :parameter own :value value})
                "||"))))
