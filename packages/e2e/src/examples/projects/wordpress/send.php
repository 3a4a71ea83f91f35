<?php
// WordPress's own wp_mail() and PHPMailer with the plugin beside it, without a site: what the database
// would say comes from filters.
define('ABSPATH', getenv('WORDPRESS') . '/');
define('WPINC', 'wp-includes');
define('WP_CONTENT_DIR', __DIR__);
foreach (['plugin', 'class-wp-error', 'load', 'functions', 'formatting', 'link-template',
    'kses', 'l10n', 'option', 'general-template', 'http', 'pluggable'] as $part) {
    require_once ABSPATH . WPINC . "/$part.php";
}
add_filter('pre_option_home', fn () => 'http://example.test');
add_filter('pre_option_blog_charset', fn () => 'UTF-8');
require __DIR__ . '/mailstop.php';

add_action('wp_mail_failed', fn ($error) => fwrite(STDERR, $error->get_error_message() . "\n"));
$from = ['From: app@example.test'];
exit(wp_mail('you@example.test', 'Hello from WordPress', 'Caught.', $from) ? 0 : 1);
