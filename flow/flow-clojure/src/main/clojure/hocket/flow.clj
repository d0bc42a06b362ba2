(ns hocket.flow
  "Implicit dataflow. An algorithm is ordinary Clojure that calls stateful functions; its calls become
  the nodes of a graph, its data dependencies the arcs, and the graph runs in parallel.

    (require '[hocket.flow :refer [flow]])
    (flow :import [com.web.server])               ; the @Function methods of a package
    (flow (-> 80 accept read parse load compose reply))

  The value is what Clojure would compute by calling the functions one after the other."
  (:require [hocket.flow.compile :as compile]
            [hocket.flow.names :as names]
            [hocket.flow.refusal :refer [file-name position refuse]]
            [hocket.flow.run :as run]
            [hocket.flow.state :as state])
  (:import (dev.hocket.flow Flow Run)
           (dev.hocket.flow.graph Position)))

(defn- place ^Position [form]
  (position form {:file (file-name) :around (Position. (file-name) 0 0)}))

(defn- check-options
  "Refuses unknown options: while the text is compiled, or when the flow begins if a map of options has a
  name."
  [form options]
  (when (map? options)
    (run/check-options (place form) options)))

(defmacro flow
  "Runs an algorithm as a dataflow graph and returns its value.

    (flow body...)
    (flow {options} body...)       ; or the name of a map of options, or code like (merge defaults {...})
    (flow :import [package, Class, [package :as alias]...])

  Options, each any expression:
    :sections   which functions share a task: :automatic (the default: measurements say, while the flow
                runs), :single, :per-function, :io, or lists of patterns of names as in
                [[\"acc.*\"] [\"read.*\" \"par.*\"]]; every function must match one. With :rest as the last
                element, the others get sections of their own.
    :arcs       {:capacity n, :batch n, :waiting :blocking | :spinning | :yielding, \"load.0\" {...}}
    :order      :kept, as plain Clojure has it, or :free, where packets may overtake one another
    :result     :last, :all or :none of the packets of sources
    :failures   :stop, :skip, {:skip f} or {:retry n}
    :in-flight  how many packets may be in flight
    :as         :value, :stage (a CompletableFuture; cancelling it stops the flow), :publisher
                (a Flow.Publisher), or :run (a dev.hocket.flow.Run)
    :target, :blocking-target  where sections run"
  {:arglists '([& body] [options & body] [:import packages])}
  [& body]
  (if (= :import (first body))
    (names/import-functions! *ns* (second body) (place &form))
    (let [[options body] (compile/split-options &form body &env)]
      (check-options &form options)
      (let [given (gensym "options")]
        `(let [~given ~options]
           (run/run ~(compile/flow-form &form body given &env) ~given))))))

(def end
  "The value by which a source ends: a source that returns it has no more packets."
  Flow/END)

;; Runs

(defn replace!
  "Replaces a function while a run, from :as :run, continues; no packet is lost or handled twice. The function
  is named by a string or symbol, for all its calls, or by the id of one call.

    (replace! run \"total\" Taxed (fn [former] (Taxed. (.sum former))))
    (replace! run \"total\" (fn [former] (fn [price] (str \"taxed \" (former price)))))

  First: by the method of that name which a class has, or one of a vector of classes; the function makes the
  new object from the former one. Second, for a function in Clojure: by the function that is made from the
  former one. Returns false if the run is over or no packet has ended for ten seconds."
  ([run function successor] (run/replace-code run function successor))
  ([run function classes hand-over] (run/replace-function run function classes hand-over)))

;; Pictures

(defn- flow-of [form body locals]
  (let [[options body] (compile/split-options form body locals)]
    (check-options form options)
    (compile/flow-form form body options locals)))

(defmacro explain
  "Prints the graph of an algorithm, section by section, without running it. Takes the arguments of flow, or a
  run from :as :run: then prints the run's present sections with the costs of their calls."
  [& body]
  (let [[only & more] body]
    (if (and (symbol? only) (empty? more))
      `(print (if (instance? Run ~only)
                (.explain ~(with-meta only {:tag `Run}))
                (.explain ~(flow-of &form body &env))))
      `(print (.explain ~(flow-of &form body &env))))))

(defmacro dot
  "Returns the graph of an algorithm in Graphviz's language, sections as boxes. Takes the arguments of flow."
  [& body]
  `(.dot ~(flow-of &form body &env)))

(defmacro html
  "Returns a page with a picture of an algorithm's graph, sections as boxes. Takes the arguments of flow."
  [& body]
  `(.html ~(flow-of &form body &env)))

(defmacro graph
  "Returns the dev.hocket.flow.graph.Graph of an algorithm, a serialisable value. Takes the arguments of
  flow."
  [& body]
  `(.graph ~(flow-of &form body &env)))

;; Algorithms

(defn- outside [form name]
  (refuse (place form) "(" name " ...) stands outside of a flow; write it inside (flow ...) or an algorithm"))

(defmacro algo
  "Makes an algorithm without a name, (algo [parameters] body...), to be called or passed to algorithms and
  smap. The body may use the locals around it."
  [& _]
  (outside &form 'algo))

(defmacro smap
  "Applies a function or algorithm to each element of a collection, (smap function collection), and returns
  the vector of the results, in order. The calls for all elements share their state."
  [& _]
  (outside &form 'smap))

(defmacro ||
  "Replicates a part of an algorithm, so that packets go through it side by side, each through one copy.

    (|| n x (-> f g))     n copies of (-> x f g)
    (|| n x (f (g x)))    of any body with x in it
    (|| n (f (g x)))      of any expression
    (|| n {:degree d, :balance b} x body)
    (|| n :by key x body) ; state for each key

  n is a constant; d is the number of copies in use, of which the first value counts. :balance chooses
  the copy that gets a packet: :round-robin, :least-loaded, :random or :by-hash of x. Each copy has its
  own state, so a function with state must be @Replicable.

  With :by, packets of one key go to one copy, in their order, and each function has state of its own for each
  key, so the value does not depend on n. key is a function of x, or an expression with x in it, without state.
  A key has state until the run ends; (|| n :by key {:keys limit} x body) limits their number, by default to
  1,000,000."
  [& _]
  (outside &form '||))

(defn- described
  "Splits a definition into the docstring, or nil, and the rest."
  [[doc & more :as all]]
  (if (and (string? doc) (seq more)) [doc more] [nil all]))

(defn- refuse-call
  "Makes the function bound to a name that has a meaning only inside flows; it throws."
  [name kind]
  `(fn [& _#]
     (throw (IllegalStateException. ~(str kind " " name " is called outside of a flow; write (flow ("
                                          name " ...))")))))

(defmacro defalgo
  "Defines an algorithm that flows and algorithms call, (defalgo name docstring? [parameters] body...).
  Each call copies it, with state of its own; its arguments are evaluated once."
  {:arglists '([name docstring? [& parameters] & body])}
  [name & more]
  (let [[doc [parameters & body]] (described more)]
    (when-not (and (symbol? name) (vector? parameters) (seq body))
      (refuse (place &form) "an algorithm is (defalgo name [parameters] body), with one list of parameters"))
    (when (seq (keys &env))
      (refuse (place &form) "defalgo stands inside a let or function, whose locals it would lose;"
              " define it at the top, or use (let [" name " (algo " parameters " ...)] ...)"))
    `(def ~(with-meta name
             (cond-> {:arglists (list 'quote (list parameters))
                      ::algorithm `(run/algorithm '~(symbol (str *ns*) (str name)) '~parameters '~body
                                                  '~(ns-name *ns*) ~(.file (place &form))
                                                  ~(.line (place &form)))}
               doc (assoc :doc doc)))
       ~(refuse-call name "the algorithm"))))

(defmacro defsf
  "Defines a stateful function in Clojure,

    (defsf running-mean \"The mean so far.\"
      :state [sum (atom 0), n (atom 0)]
      [x]
      (/ (swap! sum + x) (swap! n inc)))

  Every call of it in a flow has state of its own, made by evaluating the values after :state when a run
  starts. Without :state it is a function without state that can be given a section. A function may
  also be ^:source (it is called for one packet after the other, until it returns end), ^:replicable
  (its copies in || need not share state) and ^:blocking (it waits for something outside of the
  program), or ^:async (it returns a CompletionStage, whose value is the call's; no thread waits for it)."
  {:arglists '([name docstring? :state [& bindings] [& parameters] & body]
               [name docstring? [& parameters] & body])}
  [name & more]
  (let [[doc more] (described more)
        [state [parameters & body]] (if (= :state (first more)) [(second more) (nnext more)] [nil more])]
    (when-not (and (symbol? name) (vector? parameters) (seq body)
                   (or (nil? state) (and (vector? state) (even? (count state)))))
      (refuse (place &form) "a stateful function is (defsf name :state [name value ...] [parameters] body);"
              " :state may be missing"))
    (state/check-leaks (place &form) name state body)
    (let [{:keys [source blocking async]} (meta name)]
      (when (and async (or source blocking))
        (refuse (place &form) "'" name "' is ^:async, and " (if source "^:source" "^:blocking") " too; leave out one")))
    (let [{:keys [source replicable blocking async]} (meta name)
          {:keys [effect prompt uses]} (compile/described &form state parameters body)]
      `(def ~(with-meta name
               (cond-> {:arglists (list 'quote (list parameters))
                        ::function {:name (list 'quote name) :parameters (list 'quote parameters)
                                    :stateful (boolean (seq state)) :source (boolean source)
                                    :replicable (boolean replicable) :blocking (boolean blocking) :async (boolean async)
                                    :effect effect :prompt (boolean prompt) :uses (list 'quote uses)}}
                 doc (assoc :doc doc)))
         (with-meta ~(refuse-call name "the function")
           {::make (fn [] (let [~@state] (fn ~name ~parameters ~@body)))})))))
