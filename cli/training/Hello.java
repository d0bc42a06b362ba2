void main(String[] arguments) {
  //#omp target virtual(worker)
  {
    IO.println("Hello from " + Thread.currentThread().getName());
  }
}
