// Runs before the first paint, so that nobody sees a flash of the other colour scheme or a jumping rail.
(function () {
  var root = document.documentElement;
  var chosen = null;
  var rail = null;
  try {
    chosen = localStorage.getItem('cairn-color-scheme');
    rail = localStorage.getItem('cairn-rail');
  } catch (error) {
    // storage is blocked: the system's choice applies
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  root.setAttribute('data-rail', rail === 'narrow' ? 'narrow' : 'wide');
})();
