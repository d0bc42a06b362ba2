(ns hocket.flow.compile
  "Makes the forms that the macros of hocket.flow expand to: a graph as text, and code and values for it."
  (:require [hocket.flow.analyze]
            [hocket.flow.deep :refer [on-deep-stack]]
            [hocket.flow.effect :as effect]
            [hocket.flow.emit :as emit]
            [hocket.flow.extract :as extract]
            [hocket.flow.names :as names]
            [hocket.flow.refusal :refer [file-name position refuse]]
            [hocket.flow.tree :as tree :refer [analyze analyze-body locals]])
  (:import (clojure.lang Compiler$LocalBinding Var)
           (dev.hocket.flow.graph Environment FlowException Graph Position)))

(defn- type-of-binding [^Compiler$LocalBinding binding]
  (when (and (instance? Compiler$LocalBinding binding) (.hasJavaClass binding))
    (try
      (.getJavaClass binding)
      (catch RuntimeException _ nil))))

(defn- hint [^Class type]
  (when (and type (java.lang.reflect.Modifier/isPublic (.getModifiers type)))
    (symbol (.getName type))))

(def ^:private boxes
  {Long/TYPE Long Double/TYPE Double Integer/TYPE Integer Float/TYPE Float Boolean/TYPE Boolean
   Byte/TYPE Byte Short/TYPE Short Character/TYPE Character})

(defn- surrounding-locals
  "Makes locals of the algorithm from those of the surrounding program, and the environment of their values."
  [locals position]
  (reduce (fn [[known environment] [name binding]]
            (let [own (gensym (str name "__"))
                  type (type-of-binding binding)]
              [(assoc known name {:symbol own :binding binding})
               (assoc environment own {:name (str name) :value name :type type :position position})]))
          [{} {}]
          locals))

(defn- var-type [^Var found ns]
  (let [{:keys [tag]} (meta found)]
    (if (class? tag) tag (names/class-of ns tag))))

(defn- with-globals [environment globals ns position]
  (into environment
        (for [[^Var found own] globals]
          [own {:name (str (symbol found)) :value `(deref (var ~(symbol found)))
                :type (var-type found ns) :position position}])))

(defn- used-environment [environment used]
  (filter #(used (:name %)) (vals environment)))

(defn- computed-environment [environment computed]
  (for [[name {:keys [position] :as tree}] computed]
    {:name name :position position
     :value `(let* [~@(mapcat (fn [own] (when-let [{:keys [value]} (environment own)] [own value]))
                              (locals tree))]
               ~(emit/emit tree))}))

(defn- extracted
  "Extracts the body of a flow: the text of its graph, the code it needs, and the environment it uses."
  [form body around]
  (let [position (position form {:file (file-name) :around (Position. (file-name) 0 0)})
        [known environment] (surrounding-locals around position)
        globals (volatile! {})
        tree (analyze-body body form
                           {:ns *ns* :file (file-name) :around position :locals known
                            :globals globals :seen (java.util.IdentityHashMap.) :inside #{}})
        environment (with-globals environment @globals *ns* position)
        block (extract/new-block (update-vals environment #(assoc % :tag (hint (:type %)))))
        region (extract/body block tree)
        used (sort-by :name (concat (used-environment environment @(:used block))
                                    (computed-environment environment @(:computed block))))]
    {:chunks (vec (.encode (Graph. (str (ns-name *ns*) ":" (.line position)) position
                                   (mapv (fn [{:keys [name type position]}]
                                           (Environment. name (some-> ^Class (boxes type type) .getName)
                                                         position))
                                         used)
                                   region)))
     :codes @(:codes block)
     :uses @(:uses block)
     :environment used}))

;; The number of bindings that one method makes, so that its code stays below the size limit of methods.
(def ^:private bindings-in-a-method 200)

(defn- binding-forms [bindings [key code] uses]
  (cons (if (var? code)
          `(.code ~bindings ~key (hocket.flow.run/instances (var ~(symbol code))))
          `(.pure ~bindings ~key ~code))
        (for [[name value] uses]
          `(.uses ~bindings ~key ~name ~value))))

(defn- bindings-form
  "Makes the form of the Bindings of an extracted flow."
  [{:keys [codes uses environment]}]
  (let [bindings (with-meta (gensym "bindings") {:tag 'dev.hocket.flow.functions.Bindings})]
    `(let [~bindings (hocket.flow.run/bindings)]
       ~@(for [{:keys [name value]} environment]
           `(.environment ~bindings ~name ~value))
       ~@(for [part (partition-all bindings-in-a-method codes)]
           `((fn [~bindings] ~@(mapcat (fn [[key :as code]] (binding-forms bindings code (uses key))) part)) ~bindings))
       ~bindings)))

(defn- refuse-depth [form]
  (refuse (position form {:file (file-name) :around (Position. (file-name) 0 0)})
          "this flow nests too deep; name parts of it with let, or make them algorithms with defalgo"))

(defn flow-form
  "Makes the form of the Flow of a body, with its options."
  [form body options locals]
  (let [{:keys [chunks] :as found} (try
                                     (on-deep-stack #(extracted form body locals))
                                     (catch StackOverflowError _ (refuse-depth form)))]
    `(hocket.flow.run/flow ~chunks ~(bindings-form found) ~options)))

(defn described
  "Describes the text of a function with state: its :effect, whether it is :prompt, and the values of the
  surroundings that it :uses. A text that cannot be read as an algorithm may have any effect."
  [form state parameters body]
  (let [globals (volatile! {})
        around (position form {:file (file-name) :around (Position. (file-name) 0 0)})
        text `(let [~@state] (fn ~parameters ~@body))]
    (try
      (let [tree (on-deep-stack
                  #(analyze text {:ns *ns* :file (file-name) :around around :locals {} :globals globals
                                  :seen (java.util.IdentityHashMap.) :inside #{}}))]
        {:effect (effect/of-function tree)
         :prompt (effect/prompt? tree)
         :uses (into (tree/uses tree)
                     (for [[^Var found] @globals]
                       [(str (symbol found)) `(deref (var ~(symbol found)))]))})
      (catch FlowException _
        {:effect :unknown
         :uses (into (sorted-map)
                     (for [name (filter symbol? (tree-seq coll? seq text))
                           :let [found (names/meaning *ns* name)]]
                       (if (var? found) (names/uses-of-var found) (names/uses-of-static *ns* name))))}))))

(defn- tree-of
  "Reads a part of a flow; nil if it cannot be read."
  [form part around]
  (let [place (position form {:file (file-name) :around (Position. (file-name) 0 0)})]
    (try
      (on-deep-stack
       #(analyze part {:ns *ns* :file (file-name) :around place
                       :locals (first (surrounding-locals around place))
                       :globals (volatile! {}) :seen (java.util.IdentityHashMap.) :inside #{}}))
      (catch FlowException _ nil)
      (catch StackOverflowError _ nil))))

(defn split-options
  "Splits the arguments of flow into the options and the body. Options are a map, the name of one, or plain
  code that only computes: as a statement it would be useless. The value of any other call is checked when it
  runs: it must not be options."
  [form [options & body :as all] locals]
  (let [place (position form {:file (file-name) :around (Position. (file-name) 0 0)})
        tree (when (and (seq? options) (seq body)) (tree-of form options locals))]
    (cond
      (empty? all) (refuse place "a flow has no body; (flow (f (g x))) has one")
      (empty? body) [{} all]
      (or (map? options) (symbol? options) (nil? options)) [options body]
      (and tree (effect/useless? tree)) [options body]
      (and tree (= :apply (:op tree)) (:head tree))
      [{} (cons `(hocket.flow.run/statement ~(str place) ~options) body)]
      :else [{} all])))
