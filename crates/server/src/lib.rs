//! The app: every game in the browser, for eyes and for screen readers.
