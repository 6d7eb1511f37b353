void run(Stream stream, float* input) {
  check(launch(stream,
               input)); report(stream);
}
