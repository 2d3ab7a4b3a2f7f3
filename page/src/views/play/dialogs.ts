import './games';
import './new-game';
import './options';
import './result';
