(ns hocket.flow.extract
  "Makes the graph of a tree. Each call of a function becomes a node, and plain code between calls
  becomes an expression. The result of extracting a tree is a plain tree, in which locals stand for the
  values of nodes."
  (:require [clojure.string :as string]
            [hocket.flow.emit :as emit]
            [hocket.flow.effect :as effect]
            [hocket.flow.refusal :refer [refuse]]
            [hocket.flow.tree :as tree :refer [destructuring? locals plain?]])
  (:import (clojure.lang RT)
           (dev.hocket.flow.graph
            Argument$Constant Argument$Env Argument$Ref
            Implementation Implementation$Coded Implementation$JavaMethod
            Node$Balance Node$Call Node$Expression Node$If Node$Key Node$Loop Node$Replicate
            Node$SMap Region Region$Recur Region$Yield)
           (java.lang.invoke MethodType)
           (java.lang.reflect Modifier)))

;; The graph under construction. All blocks share :arguments (local → argument), :tags (local → type hint),
;; :counts and :parameters (name → their number), :codes (key → form), :uses (key → the values of the
;; surroundings that the code uses by itself), :used (names of the environment's values) and :computed (name →
;; tree of a value that is computed from others). A block has the :nodes of its region; :within, a name for
;; the enclosing form in which no source may stand; and the locals that statements have used: :changed by its
;; own statements, :changed-inside by those of regions in it.

(defn new-block [environment]
  {:arguments (volatile! (update-vals environment #(Argument$Env. (:name %))))
   :tags (volatile! (update-vals environment :tag))
   :counts (volatile! {})
   :parameters (volatile! {})
   :codes (volatile! (sorted-map))
   :uses (volatile! {})
   :used (volatile! #{})
   :computed (volatile! {})
   :changed (volatile! #{})
   :changed-inside (volatile! #{})
   :nodes (volatile! [])})

(defn- inner [block within]
  (assoc block
         :nodes (volatile! [])
         :changed (volatile! #{})
         :changed-inside (volatile! #{})
         :within (or (:within block) within)))

(defn- next-id [{:keys [counts]} name]
  (str name "#" (get (vswap! counts update name (fnil inc 0)) name)))

(defn- local-for
  "Makes a plain tree that stands for an argument."
  ([block tree argument] (local-for block tree argument nil))
  ([{:keys [arguments tags]} tree argument tag]
   (let [own (gensym "value__")]
     (vswap! arguments assoc own argument)
     (when tag (vswap! tags assoc own tag))
     {:op :local :symbol own :form (:form tree) :position (:position tree)})))

(defn- add-node!
  "Adds a node; returns a plain tree that stands for its value."
  ([block tree id node] (add-node! block tree id node nil))
  ([{:keys [nodes] :as block} tree id node tag]
   (vswap! nodes conj node)
   (local-for block tree (Argument$Ref. id) tag)))

;; Plain trees as arguments

(defn- argument-of-local [{:keys [arguments used]} name]
  (let [argument (get @arguments name)]
    (when (instance? Argument$Env argument)
      (vswap! used conj (.name ^Argument$Env argument)))
    argument))

(def ^:private primitives '#{long int double float boolean byte short char})

(defn- parameter
  "Makes the binding that gives an expression one of its arguments. A local with a primitive hint is
  primitive, as it would be outside of a flow."
  [block name fetch]
  (let [tag (or (:tag (meta name)) (get @(:tags block) name))]
    (cond
      (nil? tag) [name fetch]
      (primitives tag) [(with-meta name nil) (list (symbol "clojure.core" (str tag)) fetch)]
      :else [(with-meta name {:tag tag}) fetch])))

(defn- code
  "Makes the form of an object that evaluates a plain tree."
  [block tree inputs]
  `(reify dev.hocket.flow.graph.FlowFn
     (~'call [~'_ ~'arguments]
      (let* [~@(mapcat (fn [input n] (parameter block input `(aget ~'arguments (int ~n))))
                       inputs (range))]
        ~(emit/emit tree)))))

(defn- expression! [{:keys [codes uses arguments] :as block} tree]
  (let [id (next-id block "expr")
        inputs (filterv @arguments (locals tree))]
    (vswap! codes assoc id (code block tree inputs))
    (vswap! uses assoc id (tree/uses tree))
    (add-node! block tree id
               (Node$Expression. id (:position tree) (emit/label (:form tree)) id
                                 (mapv #(argument-of-local block %) inputs)
                                 (effect/constant (effect/effect tree))
                                 (effect/prompt? tree)))))

(defn- constant? [form]
  (or (nil? form) (boolean? form) (number? form) (string? form) (char? form) (keyword? form)))

(defn- atom-tree
  "Makes a tree whose value is an argument by itself, and adds an expression unless the tree is one already."
  [block {:keys [op] :as tree}]
  (if (or (and (= op :local) (@(:arguments block) (:symbol tree)))
          (and (= op :constant) (constant? (:form tree))))
    tree
    (expression! block tree)))

(defn- argument [block tree]
  (let [{:keys [op] :as tree} (atom-tree block tree)]
    (if (= op :constant)
      (Argument$Constant. (:form tree))
      (argument-of-local block (:symbol tree)))))

;; Trees with calls

(declare extract)

(defn- effectless? [{:keys [op]}]
  (#{:constant :local :global} op))

(defn- extract-all
  "Extracts trees that are evaluated left to right: all that comes before a call is evaluated before it."
  [block trees]
  (loop [[tree & more] trees, done []]
    (if tree
      (let [plain (extract block tree)]
        (recur more
               (conj done (if (and (not (effectless? plain)) (some :flow more))
                            (atom-tree block plain)
                            plain))))
      done)))

(defn- arguments-of [block trees]
  (mapv #(argument block %) (extract-all block trees)))

(defn- bind!
  "Lets a local stand for the value of a tree."
  [{:keys [arguments tags] :as block} [name tree]]
  (let [{:keys [symbol form] :as plain} (atom-tree block (extract block tree))]
    (if (= :constant (:op plain))
      (vswap! arguments assoc name (Argument$Constant. form))
      (do (vswap! arguments assoc name (get @arguments symbol))
          (when-let [tag (or (:tag (meta name)) (:tag (meta symbol)) (get @tags symbol))]
            (vswap! tags assoc name tag))))))

(defn- idle?
  "Whether a binding takes a part out of a value, and later trees do not use that part."
  [[name {:keys [form] :as tree}] later]
  (and (plain? tree)
       (destructuring? form)
       (not-any? #(some #{name} (locals %)) later)))

(defn- bind-all! [block {:keys [bindings value]}]
  (loop [[binding & more] bindings]
    (when binding
      (when-not (idle? binding (conj (mapv second more) value))
        (bind! block binding))
      (recur more))))

;; A statement has effects, often on a value that it uses, as in (doto list (.add a) (.add b)). So code that
;; uses the value after the statement gets it from an expression that also takes the statement.

(defn- named? [name]
  (not (string/starts-with? (str name) "value__")))

(defn- behind!
  "Delays values, the arguments of locals: later trees get them after a plain tree has been evaluated."
  [{:keys [arguments changed] :as block} {:keys [position] :as done} names]
  (doseq [before (distinct (keep @arguments names))
          :let [[name] (first (filter (fn [[name argument]] (and (named? name) (= before argument))) @arguments))]
          :when (and name (instance? Argument$Ref before))]
    (let [form (symbol (string/replace (str name) #"__\d+$" ""))
          value {:op :local :symbol name :form form :position position}
          {:keys [symbol]} (expression! block {:op :do :statements [done] :value value
                                               :form form :position position})
          after (get @arguments symbol)
          same (map key (filter (comp #{before} val) @arguments))]
      (vswap! arguments into (map #(vector % after) same))
      (vswap! changed into same))))

(defn- behind-regions!
  "Delays the values that statements in a node's regions have used: later trees get them after the node.
  Returns the tree of the node's value."
  [{:keys [changed-inside] :as block} node]
  (let [names @changed-inside]
    (vreset! changed-inside #{})
    (behind! block node names)
    node))

(declare extract-if as-ifs)

(defn- evaluate!
  "Extracts a statement, whose value is not used."
  [block {:keys [op] :as tree}]
  (case (when-not (plain? tree) op)
    :do (do (run! #(evaluate! block %) (:statements tree))
            (evaluate! block (:value tree)))
    :let (do (bind-all! block tree)
             (evaluate! block (:value tree)))
    :if (behind-regions! block (extract-if block tree (fn [block branch]
                                                        (evaluate! block branch)
                                                        (Region$Yield. (Argument$Constant. nil)))))
    :case (evaluate! block (as-ifs block tree))
    (let [plain (extract block tree)]
      (when-not (effectless? plain)
        (behind! block (atom-tree block plain) (locals plain))))))

(defn- region
  "Makes a region. The function content extracts it into a block of its own and returns the result."
  [outer within parameters content]
  (let [{:keys [nodes arguments changed changed-inside] :as block} (inner outer within)
        before @arguments
        result (content block)
        own? (set (map #(Argument$Ref. %) parameters))
        known (filter before (concat @changed @changed-inside))]
    (vswap! arguments into (select-keys before known))
    (vswap! (:changed-inside outer) into (remove (comp own? before) known))
    (Region. parameters @nodes result)))

(defn- yield [block tree]
  (Region$Yield. (argument block (extract block tree))))

(defn- parameter!
  "Makes a local the parameter of a region. Returns the parameter's name: the local's name in the text, with a
  number if that name is taken."
  [{:keys [arguments tags parameters]} name]
  (let [written (string/replace (str name) #"__\d+$" "")
        n (get (vswap! parameters update written (fnil inc 0)) written)
        id (if (= n 1) written (str written ":" n))]
    (vswap! arguments assoc name (Argument$Ref. id))
    (vswap! tags dissoc name)
    id))

(defn- return-tag
  "Returns the type hint for the result of a method."
  [^Implementation$JavaMethod method]
  (let [type (.returnType (MethodType/fromMethodDescriptorString (.descriptor method) (RT/baseLoader)))]
    (when (and (not= type Object) (not (.isPrimitive type)) (Modifier/isPublic (.getModifiers type)))
      (symbol (.getName type)))))

(defn- coded! [{:keys [codes uses]} {:keys [var stateful source blocking replicable effect prompt async] :as function}]
  (let [key (str (symbol var))]
    (vswap! codes assoc key var)
    (vswap! uses assoc key (:uses function))
    (Implementation$Coded. key stateful source blocking replicable (effect/constant effect)
                           (boolean prompt) (boolean async))))

(defn- extract-call [block {:keys [function implementation position] :as tree}]
  (let [{:keys [java coded]} implementation
        ^Implementation linked (or java (coded! block coded))]
    (when (and (.source linked) (:within block))
      (refuse position "the source '" function "' stands in " (:within block)
              ", where it would not be called for every packet; call it before, and name its value with let"))
    (let [given (arguments-of block (:arguments tree))
          id (next-id block function)]
      (add-node! block tree id
                 (Node$Call. id position function linked given)
                 (when (and java (not (.async linked))) (return-tag java))))))

(defn- extract-if [block {:keys [test then otherwise position] :as tree} branch]
  (let [chosen-by (argument block (extract block test))
        id (next-id block "if")]
    (add-node! block tree id
               (Node$If. id position chosen-by
                         (region block "a branch" [] #(branch % then))
                         (region block "a branch" [] #(branch % otherwise))))))

(defn- as-ifs
  "Turns a case into nested ifs; a plain case chooses the number of the branch."
  [block {:keys [value constants branches default position] :as tree}]
  (let [value (atom-tree block (extract block value))
        constant (fn [n] {:op :constant :form n :position position})
        number (atom-tree block {:op :case :value value :constants constants
                                 :branches (map constant (range (count branches)))
                                 :default (constant -1)
                                 :position position :form (:form tree)})
        is (fn [n] {:op :apply :arguments [number] :position position
                    :form (list '= (nth constants n) (:form value)) :effect :computes
                    :build (fn [[number]] `(== ~number ~n))})
        none {:op :apply :effect :reads :arguments [value] :position position :form (:form tree)
              :build (fn [[value]]
                       `(throw (IllegalArgumentException. (str "No matching clause: " ~value))))}]
    (reduce (fn [otherwise n]
              (assoc (select-keys tree [:form :position :flow :recur])
                     :op :if :test (is n) :then (nth branches n) :otherwise otherwise))
            (or default none)
            (reverse (range (count branches))))))

(declare tail)

(defn- extract-loop [block {:keys [bindings position] :as tree}]
  (if (plain? (:value tree))
    ;; Only the first values need functions; the loop itself stays plain Clojure.
    (do (run! #(bind! block %) bindings)
        (assoc tree :flow nil
               :bindings (mapv (fn [[name]] [name {:op :local :symbol name}]) bindings)))
    (let [outside (reduce (fn [done [name tree]]
                            (bind! block [name tree])
                            (conj done (argument-of-local block name)))
                          [] bindings)
          id (next-id block "loop")
          parameters (mapv (fn [[name]] (parameter! block name)) bindings)]
      (behind-regions! block
                       (add-node! block tree id
                                  (Node$Loop. id position outside
                                              (region block "a loop" parameters #(tail % (:value tree)))))))))

(defn- tail
  "Extracts the result of a loop's body: its value, or the next turn."
  [block {:keys [op] :as tree}]
  (if-not (:recur tree)
    (yield block tree)
    (case op
      :recur (Region$Recur. (arguments-of block (:arguments tree)))
      :do (do (run! #(evaluate! block %) (:statements tree))
              (tail block (:value tree)))
      :let (do (bind-all! block tree)
               (tail block (:value tree)))
      :if (Region$Yield. (argument block (extract-if block tree tail)))
      :case (tail block (as-ifs block tree)))))

(defn- extract-smap [block {:keys [collection parameter value position] :as tree}]
  (let [given (argument block (extract block collection))
        id (next-id block "smap")
        parameters [(parameter! block parameter)]
        elements (behind-regions! block
                                  (add-node! block tree id
                                             (Node$SMap. id position given
                                                         (region block "smap" parameters #(yield % value)))))]
    {:op :apply :effect :reads :arguments [elements] :form 'vec :position position
     :build (fn [[elements]] `(vec ~elements))}))

(defn- fixed?
  "Whether a tree is plain and its value is the same for all packets."
  [{:keys [arguments]} tree]
  (and (plain? tree)
       (every? #(instance? Argument$Env %) (keep @arguments (locals tree)))))

(defn- degree-argument
  "Makes the argument for the number of copies in use. It is fixed when the flow starts, so it is computed
  with the environment."
  [{:keys [computed] :as block} tree]
  (if (and (fixed? block tree) (not (constant? (:form tree))))
    (let [name (emit/label (:form tree))]
      (vswap! computed assoc name tree)
      (Argument$Env. name))
    (argument block (extract block tree))))

(defn- extract-key
  "Makes the key of replicas, whose input is an argument."
  [{:keys [arguments] :as block} input {:keys [parameter value]} limit]
  (vswap! arguments assoc parameter input)
  (Node$Key. (argument block (extract block value)) (int (or limit Node$Key/MOST))))

(defn- extract-replicas
  [block {:keys [copies balance degree key keys input parameter value position] :as tree}]
  (let [input (argument block (extract block input))
        key (some->> key (#(extract-key block input % keys)))
        degree (some->> degree (degree-argument block))
        id (next-id block "replicas")
        parameters [(parameter! block parameter)]]
    (behind-regions!
     block
     (add-node! block tree id
                (Node$Replicate. id position copies
                                 (Node$Balance/valueOf (-> (name balance)
                                                           (.replace \- \_)
                                                           (.toUpperCase java.util.Locale/ROOT)))
                                 degree key input
                                 (region block "||" parameters #(yield % value)))))))

(defn extract
  "Adds the nodes of a tree to a block, and returns the plain tree that remains."
  [block {:keys [op] :as tree}]
  (if (plain? tree)
    tree
    (case op
      :call (extract-call block tree)
      :apply (assoc tree :flow nil :arguments (extract-all block (:arguments tree)))
      :do (do (run! #(evaluate! block %) (:statements tree))
              (extract block (:value tree)))
      :let (do (bind-all! block tree)
               (extract block (:value tree)))
      :if (behind-regions! block (extract-if block tree yield))
      :case (extract block (as-ifs block tree))
      :loop (extract-loop block tree)
      :recur (refuse (:position tree) "recur is not the last thing that its loop does")
      :smap (extract-smap block tree)
      :replicas (extract-replicas block tree))))

(defn body
  "Makes the region of a whole algorithm."
  [block tree]
  (let [result (yield block tree)]
    (Region. [] @(:nodes block) result)))
