// Runs before the first paint, so that a dark page never flashes white. It is a file of its own
// because the content security policy allows no inline script. src/lib/appearance.ts takes over later.
;(function () {
  var choice = 'system'
  try {
    var base = document.documentElement.dataset.base || ''
    choice = localStorage.getItem('appearance' + base.replaceAll('/', '~')) || 'system'
  } catch {
    // Storage can be blocked; the system's theme is the default anyway.
  }
  var dark =
    choice === 'dark' ||
    (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', dark)
})()
