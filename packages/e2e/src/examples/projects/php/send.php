<?php
exit(mail('you@example.test', 'Hello from PHP mail()', "Caught.\r\n") ? 0 : 1);
