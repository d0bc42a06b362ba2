;; The web server of the paper in its forms that need no sockets:
;;   hocket run examples/flow/requests examples/flow/requests/requests.clj
(require '[hocket.flow :refer [defalgo flow ||]])

(flow :import [Requests])

(def requests "GET /news/1\nGET /about\nPOST /news/2 flood\nGET /news/2\nGET /nowhere")

(defn pages [] (java.util.HashMap. {"/news/1" "storm" "/about" "we"}))

(defmacro form [title answers]
  `(do (println ~title)
       (run! println ~answers)))

;; Listing 10: one branch for reading, one for writing; listing 13: both share a registry. It is a plain
;; map, so "load" and "store" must be in one section.
(form "GET and POST"
      (let [^java.util.HashMap registry (pages)]
        (flow {:result :all
               :sections [["accept"] ["parse"] ["load" "store"] ["compose.*" "reply"]]}
          (let [[type resource body] (-> requests accept parse)]
            (reply
             (if (= type "GET")
               (-> resource (load registry) compose-get)
               (-> resource (store body registry) compose-post)))))))

;; With a thread-safe map, each function may have its own section.
(form "with a concurrent registry, in any order"
      (let [^java.util.concurrent.ConcurrentHashMap registry (java.util.concurrent.ConcurrentHashMap. (pages))]
        (sort
         (flow {:result :all :sections :per-function :order :free}
           (let [[type resource] (-> "GET /about\nGET /news/1\nGET /nowhere" accept parse)]
             (-> resource (load registry) compose-get))))))

(defalgo answer
  "Listing 1 behind accept: a pipeline."
  [request registry]
  (let [[_ resource] (parse request)]
    (-> resource (load registry) compose-get)))

;; Listing 11: three copies of the pipeline, requests in turn; the order of the answers is kept.
(form "balanced"
      (let [registry (java.util.concurrent.ConcurrentHashMap. (pages))]
        (flow {:result :all :sections :per-function}
          (let [request (accept "GET /about\nGET /news/1\nGET /nowhere")]
            (reply (|| 3 request (-> (answer registry))))))))

;; Listing 14: large pages do not delay small ones. Each branch has its own section and its own "reply".
(form "by resource"
      (let [ram (pages)
            disk (java.util.HashMap. {"/article" "long"})]
        (flow {:result :all
               :sections [["accept" "parse"] ["load#1" "compose-get#1" "reply#1"] ["load#2" "compose-get#2" "reply#2"]]}
          (let [[_ resource-ref] (-> "GET /news/1\nGET /article\nGET /about" accept parse)]
            (if (.startsWith resource-ref "/news/")
              (-> resource-ref (load ram) compose-get reply)
              (-> resource-ref (load disk) compose-get reply))))))
