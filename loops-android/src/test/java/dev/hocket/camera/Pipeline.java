package dev.hocket.camera;

/** Handles a frame of the camera; called on the main thread. */
public interface Pipeline {
  /** Shows what a pipeline has computed, on the main thread, and takes the next frame. */
  interface Screen {
    void show(int[] points);
  }

  void onFrame(byte[] frame, Screen screen);
}
